// Activation in a folder with 1,000 skills written for another tool against one with none: they are read later.
import { figures, median, noiseOf, printTable, round } from "./shared/report.mjs";
import { interleave, withWindows } from "./shared/windows.mjs";

const skills = 1_000;
const rounds = 4;
const aims = { activation: 1.25 };

const files = Object.fromEntries(
  Array.from({ length: skills }, (_, at) => {
    const name = `skill-${String(at).padStart(4, "0")}`;
    const words = `Use it for work of kind ${at}, and for whatever is like it.`;
    return [
      `.claude/skills/${name}/SKILL.md`,
      `---\nname: ${name}\ndescription: ${words}\n---\n\n${"Do it well. ".repeat(200)}\n`,
    ];
  }),
);

export function run() {
  const folders = { none: {}, many: files };
  return withWindows({}, async (inWindow) => {
    const plan = { activate: ["galley.galley"] };
    const times = await interleave(Object.keys(folders), { rounds }, async (name) => {
      const { activations } = await inWindow({ extensions: ["galley"], plan, files: folders[name] });
      return { activation: activations[0].ms };
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
  ]);
  return {
    skills,
    activation_over_none: round(ratio("activation")),
    floor_noise: noiseOf(of(none, "activation")),
  };
}
