// 500 skills in the folder against none: activation, and from the command that opens the panel to its usable input.
import { figures, median, noiseOf, printTable, round } from "./shared/report.mjs";
import { interleave, withWindows } from "./shared/windows.mjs";

const skills = 500;
const rounds = 4;
const aims = { activation: 1.25, open: 1.25 };

const files = Object.fromEntries(
  Array.from({ length: skills }, (_, at) => {
    const name = `skill-${String(at).padStart(3, "0")}`;
    const words = `Use it for work of kind ${at}, and for whatever is like it.`;
    return [
      `.galley/skills/${name}/SKILL.md`,
      `---\nname: ${name}\ndescription: ${words}\n---\n\n${"Do it well. ".repeat(200)}\n`,
    ];
  }),
);

export function run() {
  const folders = { none: {}, many: files };
  return withWindows({}, async (inWindow) => {
    const plan = { activate: ["galley.galley"], run: "galley.open" };
    const times = await interleave(Object.keys(folders), { rounds }, async (name) => {
      const { activations, run_ms } = await inWindow({ extensions: ["galley"], plan, files: folders[name] });
      return { activation: activations[0].ms, open: run_ms };
    });
    return report(times);
  });
}

function report({ none, many }) {
  const of = (list, what) => list.map((one) => one[what]);
  const ratio = (what) => median(of(many, what)) / median(of(none, what));
  const line = (subject, list, what, more = {}) => ({ subject, ...figures(of(list, what), "ms"), ...more });
  const judged = (what) => ({
    ratio: ratio(what).toFixed(2),
    aim: `< ${aims[what]}`,
    met: ratio(what) < aims[what],
  });
  printTable([
    line("no skills, activation", none, "activation", { ratio: "1" }),
    line(`${skills} skills, activation`, many, "activation", judged("activation")),
    line("no skills, opening the panel", none, "open", { ratio: "1" }),
    line(`${skills} skills, opening the panel`, many, "open", judged("open")),
  ]);
  return {
    skills,
    activation_over_none: round(ratio("activation")),
    open_over_none: round(ratio("open")),
    floor_noise: noiseOf(of(none, "activation")),
  };
}
