// The README of the package. VS Code shows it on the extension's page, where only pictures and links with https work.

/** Without the picture, and with the words of links to files of the repository in the place of the links. */
export function packedReadme(text) {
  return text.replace(/<picture>[^]*?<\/picture>\n\n/g, "").replace(/\[([^\]]+)\]\((?!https:)[^)]+\)/g, "$1");
}
