// What the panel says in rendered Markdown.

// The checkbox of a task, for screen readers
export const done = "Done";
export const toDo = "To do";
