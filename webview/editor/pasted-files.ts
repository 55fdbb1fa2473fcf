// The files in a paste, with names the user can tell apart.

export function pastedFiles(data: DataTransfer): File[] {
  // A copied table or formatted text includes a picture of itself: paste the text.
  const isFormatted = data.getData("text/plain").trim() !== "" && data.types.includes("text/html");
  return isFormatted ? [] : [...data.files].map(named);
}

/** A picture without a file has a name the browser made up. */
function named(file: File, index: number): File {
  if (!/^image\.\w+$/.test(file.name) || !file.type.startsWith("image/")) return file;
  const time = new Date().toISOString().slice(0, 19).replace("T", "-").replaceAll(":", "");
  const suffix = index === 0 ? "" : `-${index + 1}`;
  return new File([file], `pasted-${time}${suffix}.${file.name.split(".").at(-1)}`, { type: file.type });
}
