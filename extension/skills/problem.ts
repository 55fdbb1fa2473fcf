// What is wrong with a skill, and where in its file.

export interface SkillProblem {
  file: string;
  line: number;
  reason: string;
}
