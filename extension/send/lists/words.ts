// What is wrong with a list of models, as it follows in a message about the server.

export const theList = "the list of models";
export const incomplete = "the list is incomplete";
export const tooManyValues = "the list has too many values";
