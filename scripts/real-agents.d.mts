// The types of real-agents.mjs, for the tests.
interface RealAgent {
  program: string;
  packages: string[];
  installed: string;
  setting: (
    command: string,
    home: string,
    url: string,
  ) => { command: string; args: string[]; env: Record<string, string> };
}
export const realAgents: Record<string, RealAgent>;
export function findAgent(
  agent: Pick<RealAgent, "program" | "installed">,
  roots: readonly string[],
  path?: string,
): string | undefined;
