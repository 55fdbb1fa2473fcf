// What Galley says when the code of an answer cannot go into a terminal.

export const unseenCharacters =
  "The code block contains control or invisible characters, so Galley does not insert it into a terminal.";
export const noCommand = "The code block contains no command.";
