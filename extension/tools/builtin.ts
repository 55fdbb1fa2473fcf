// The built-in tools, in the order they are offered.
import { bashTool } from "./bash.ts";
import { editTool } from "./edit.ts";
import { globTool } from "./glob.ts";
import { grepTool } from "./grep.ts";
import type { Ports } from "./ports.ts";
import { questionTool } from "./question.ts";
import { readPdfTool } from "./reading/read-pdf.ts";
import { readTool } from "./reading/read.ts";
import { todoTool } from "./todo.ts";
import type { Tool } from "./tool.ts";
import { bounded } from "./truncate.ts";
import { viewImageTool } from "./reading/view-image.ts";
import { webFetchTool } from "./web/web-fetch.ts";
import { writeTool } from "./write.ts";

export function builtinTools(ports: Ports): Tool[] {
  const tools = [
    readTool(ports),
    writeTool(ports),
    editTool(ports),
    globTool(ports),
    grepTool(ports),
    bashTool(ports),
    webFetchTool(ports),
    viewImageTool(ports),
    readPdfTool(ports),
    questionTool,
    todoTool,
  ];
  return tools.map((tool) => bounded(tool, ports.spill));
}
