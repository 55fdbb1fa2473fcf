// The floor of activation: an extension that does nothing.
exports.activate = () => {};
