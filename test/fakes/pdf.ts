// A PDF of one page with these words, as small as a reader takes it; and one that is small and takes long to read.
import { deflateSync } from "node:zlib";

export function pdfOf(words: string): Buffer {
  return pdfWith(`BT /F1 12 Tf 20 100 Td (${words}) Tj ET`, "");
}

/** So many times the same words on its page: a few KB when packed. */
export function heavyPdf(times: number): Buffer {
  const packed = deflateSync(`BT /F1 12 Tf 20 100 Td ${"(x) Tj 1 1 Td ".repeat(times)} ET`);
  return pdfWith(packed.toString("latin1"), "/Filter /FlateDecode ");
}

function pdfWith(stream: string, filter: string): Buffer {
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< ${filter}/Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let file = "%PDF-1.4\n";
  const places = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = places.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF`;
  return Buffer.from(file, "latin1");
}
