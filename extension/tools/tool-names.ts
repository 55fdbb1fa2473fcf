// The names of the tools that Galley itself brings. Some are not offered in every workspace.

export const TOOL_NAMES: readonly string[] = [
  ...["read", "write", "edit", "glob", "grep", "bash", "web_fetch", "view_image", "read_pdf", "question", "todo"],
  ...["skill", "memory_write", "memory_read", "memory_list", "memory_delete"],
];
