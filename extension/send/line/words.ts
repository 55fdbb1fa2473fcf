// Why an answer is not read on: the end of "returned an invalid response: …".

export const messageTooLarge = (bytes: number): string => `a message of more than ${bytes / 1024 / 1024} MB`;
export const tooManyValues = "a message with too many values";
export const noMessage = "too much data without a message";
