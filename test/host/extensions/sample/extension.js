// What another extension can add to Galley: a context, a command and a pin.
const vscode = require("vscode");

exports.activate = async (context) => {
  const galley = await vscode.extensions.getExtension("galley.galley").activate();
  let weather = { sky: "clear", degrees: 21 };
  context.subscriptions.push(
    galley.registerContext("weather", { title: "the weather now", provide: () => weather }),
    galley.registerContext("issues", {
      title: "issues of this project",
      automatic: true,
      provide: () => "two open issues",
      find: async (query) => [{ id: "7", label: `Crash on ${query}`, icon: "warning" }],
      resolve: async (id) => (id === "7" ? [{ type: "text", text: "It crashes at noon." }] : undefined),
    }),
    galley.registerCommand({ id: "/forecast", description: "Forecasts", template: "Forecast for $1." }),
    galley.registerPin("sample.units", { title: "Units", provide: async () => "Degrees are Celsius." }),
  );
  return {
    setWeather: (next) => (weather = next),
    end: () => context.subscriptions.forEach((one) => one.dispose()),
  };
};
