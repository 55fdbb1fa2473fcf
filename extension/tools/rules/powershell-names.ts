// Names of PowerShell's commands: each under all of its usual names, and those that hide what they run.

/** The command first, then its aliases in Windows PowerShell or PowerShell 7. */
const ALIASES = [
  "add-content ac",
  "clear-content clc",
  "clear-item cli",
  "clear-itemproperty clp",
  "copy-item copy cp cpi",
  "copy-itemproperty cpp",
  "foreach-object % foreach",
  "get-childitem dir gci ls",
  "get-command gcm",
  "get-content cat gc type",
  "get-item gi",
  "get-itemproperty gp",
  "get-location gl pwd",
  "get-process gps ps",
  "import-module ipmo",
  "invoke-command icm",
  "invoke-expression iex",
  "invoke-history ihy r",
  "invoke-item ii",
  "invoke-restmethod irm",
  "invoke-webrequest curl iwr wget",
  "move-item mi move mv",
  "move-itemproperty mp",
  "new-alias nal",
  "new-item ni md mkdir",
  "new-psdrive mount ndr",
  "pop-location popd",
  "push-location pushd",
  "remove-item del erase rd ri rm rmdir",
  "remove-itemproperty rp",
  "remove-psdrive rdr",
  "remove-variable rv",
  "rename-item ren rni",
  "rename-itemproperty rnp",
  "select-string sls",
  "set-alias sal",
  "set-content sc",
  "set-item si",
  "set-itemproperty sp",
  "set-location cd chdir sl",
  "set-variable set sv",
  "start-job sajb",
  "start-process saps start",
  "start-service sasv",
  "stop-process kill spps",
  "stop-service spsv",
  "tee-object tee",
  "where-object ? where",
  "write-output echo write",
].map((line) => line.split(" "));

const GROUPS = new Map(ALIASES.flatMap((names) => names.map((name) => [name, names] as const)));

/** In lower case, the command itself first. */
export function namesOf(name: string): readonly string[] {
  return GROUPS.get(name) ?? [name];
}

/** Commands that change what a name means, call methods of objects, or run what another place holds. */
export const OPAQUE_COMMANDS: ReadonlySet<string> = new Set(
  (
    "add-type foreach-object import-module invoke-cimmethod invoke-history invoke-item invoke-wmimethod new-alias " +
    "new-module set-alias set-item start-job start-threadjob register-objectevent register-scheduledjob"
  ).split(" "),
);

/** Programs of Windows that run what their arguments say in a way of their own. */
export const OPAQUE_PROGRAMS: ReadonlySet<string> = new Set(
  "conhost cscript forfiles mshta msiexec regsvr32 runas rundll32 schtasks wmic wscript wt".split(" "),
);

/** Words before a command that are not part of it. */
export const KEYWORDS: ReadonlySet<string> = new Set(
  (
    ". -not begin catch do else end exit filter finally foreach function if in param process return switch throw " +
    "trap try until while"
  ).split(" "),
);
