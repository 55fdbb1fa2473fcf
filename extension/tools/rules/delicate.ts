// Files with secrets, and files that decide what runs. Only a rule that names them allows access to them.
import type { Need } from "../tool.ts";

/** In lower case, because `comparable` makes paths lower-case. */
const SECRET = oneOf([
  // Variables of an environment.
  "**/.env*",
  "**/*.env",
  "**/*.env.{local,development,dev,staging,stage,production,prod,test}",
  "**/.{dev,prod}.vars*",
  "**/.flaskenv",
  "**/local.settings.json",
  // Keys and stores of keys.
  "**/*.{pem,key,p8,p12,pfx,ppk,jks,jceks,bks,keystore,kdb,kdbx,asc,gpg,pgp,keytab,ovpn,mobileprovision,agekey}",
  "**/id_{rsa,dsa,ecdsa,ed25519}*",
  "**/.{ssh,aws,gnupg,kube,docker,azure,gcloud,password-store,age,sops,chef,vagrant.d}/**",
  "**/.config/{gcloud,gh,hub,op,rclone,sops,doctl,heroku,containers,stripe,configstore}/**",
  "**/{master,credentials}.key",
  // Credentials that programs store.
  "**/.git/config",
  "**/.git-credentials",
  "**/.{npmrc,yarnrc,pypirc,netrc,pgpass,my.cnf,mylogin.cnf,htpasswd,dockercfg,s3cfg,boto,vault-token,terraformrc,rclone.conf,wgetrc,curlrc}",
  "**/.yarnrc.yml",
  "**/_netrc",
  "**/.cargo/credentials*",
  "**/.gem/credentials",
  "**/.bundle/config",
  "**/.m2/settings*.xml",
  "**/.gradle/gradle.properties",
  "**/.nuget/nuget.config",
  "**/.composer/auth.json",
  "**/auth.json",
  "**/.terraform.d/credentials*",
  "**/.{databricks,snowsql}*",
  "**/wp-config.php",
  "**/kubeconfig*",
  "**/*.kubeconfig",
  // Names that say so.
  "**/{credentials,secrets}",
  "**/{credentials,credential,secrets,secret}*.{json,yaml,yml,toml,ini,csv,txt,xml,properties,conf,env,enc}",
  "**/*{service-account,service_account,serviceaccount}*.json",
  "**/{client_secret,google-credentials,gcp-key,firebase-adminsdk}*.json",
  "**/*-firebase-adminsdk-*.json",
  "**/{google-services.json,googleservice-info.plist}",
  "**/{vault,passwords,passwd,shadow}",
  "**/passwords*.{json,yaml,yml,csv,txt,xlsx,ods}",
  // Infrastructure tools write secrets into these in plain text.
  "**/*.tfstate*",
  "**/*.tfvars",
  "**/*.tfvars.json",
  "**/appsettings.{production,staging,local,development}.json",
  // Histories of shells, and the sign-ins of browsers.
  "**/.*_history",
  "**/.{histfile,lesshst,viminfo}",
  "**/fish_history",
  "**/{consolehost_history.txt,cookies.sqlite,logins.json,key4.db,login data,cookies}",
]);

/**
 * Writing one of these runs something later, or tells a model what to do. `package.json`, `Makefile` and the like are not
 * here: they are edited all day, and only run when the user or an allowed command runs them.
 */
const POWERFUL = oneOf([
  "**/.git/**",
  "**/.git{modules,attributes,config}",
  // Settings of editors.
  "**/.{vscode,galley,idea,zed,fleet,devcontainer,devcontainer.json}/**",
  "**/.devcontainer.json",
  "**/*.code-workspace",
  "**/.vimrc",
  "**/.exrc",
  "**/.nvim.lua",
  "**/.dir-locals.el",
  // Instructions for agents.
  "**/.{claude,agents,cursor,codex,gemini,windsurf,continue,roo,kiro,opencode,aider}*/**",
  "**/.{cursorrules,windsurfrules,clinerules}",
  "**/.aider*",
  "**/{agents,claude,gemini}{,.local,.override}.md",
  "**/.mcp.json",
  "**/.github/{workflows,prompts,instructions,agents,chatmodes,actions,hooks,skills}/**",
  "**/.github/copilot-instructions.md",
  // Hooks and pipelines that run on a commit or a push.
  "**/.husky/**",
  "**/.githooks/**",
  "**/{lefthook,.lefthook}{,-local}.{yml,yaml,toml,json}",
  "**/.pre-commit-config.y{,a}ml",
  "**/.{gitlab-ci,travis}.y{,a}ml",
  "**/.circleci/**",
  "**/azure-pipelines.y{,a}ml",
  "**/jenkinsfile",
  // Files that a shell or a package manager runs when it starts.
  "**/.{bash,zsh,ksh,mksh,csh,tcsh}rc",
  "**/.{bash_,}profile",
  "**/.{bash_login,bash_logout,bash_aliases,login,logout,zshenv,zprofile,zlogin,zlogout,xprofile,xinitrc,inputrc,envrc,pam_environment,mise.toml,tool-versions}",
  "**/.config/{fish,git,systemd,autostart,environment.d,direnv,mise,nvim,powershell}/**",
  "**/*profile.ps1",
  "**/.{npmrc,pnpmfile.cjs,yarnrc,yarnrc.yml}",
  "**/.yarn/{plugins,releases}/**",
  "**/.cargo/config{,.toml}",
  "**/.gradle/init*",
  "**/{sitecustomize,usercustomize}.py",
  "**/.pythonrc*",
  "**/.gdbinit",
  "**/{crontab,.crontab,sudoers}",
  "**/{cron.d,cron.daily,cron.hourly,sudoers.d,launchagents,launchdaemons,autostart}/**",
]);

/** Files without secrets in spite of their names: `.env.example`, `prod.env.sample`, public keys. */
const HARMLESS = oneOf([
  "**/*.env*.{example,sample,template,tmpl,dist,defaults}",
  "**/.env*.{example,sample,template,tmpl,dist,defaults,d.ts}",
  "**/{example,sample,template}.env",
  "**/*.{example,sample}.{tfvars,json,yaml,yml,toml}",
  "**/*.tfvars.{example,sample}",
  "**/.{npmrc,yarnrc,netrc,pypirc}.{example,sample}",
  "**/*.pub",
]);

export function isDelicate({ permission, pattern }: Need): boolean {
  if (permission !== "read" && permission !== "outside" && permission !== "write") return false;
  // No file system has longer paths.
  if (pattern.length > LONGEST) return true;
  const path = comparable(pattern);
  if (permission === "write" && POWERFUL.test(path)) return true;
  return SECRET.test(path) && !HARMLESS.test(path);
}

const LONGEST = 4_096;

/** One expression for all globs, because a search asks about every file. Supports names, `*` and braces only. */
function oneOf(globs: readonly string[]): RegExp {
  const sources = globs.map((glob) =>
    glob
      .replace(/[.+$()]/g, "\\$&")
      .replace(/\{([^}]*)\}/g, (_, choices: string) => `(?:${choices.replaceAll(",", "|")})`)
      .replace(/\/\*\*$/, "(?:/|$)")
      .replace(/^\*\*\//, "(?:^|/)")
      .replaceAll("*", "[^/]*"),
  );
  return new RegExp(sources.map((source) => (source.endsWith("(?:/|$)") ? source : `${source}$`)).join("|"));
}

const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/gu;

/**
 * As file systems compare names: ignores case, composition and invisible characters. Windows also ignores dots and
 * spaces at the end of a name, and reads `name::$DATA` as the file.
 */
function comparable(path: string): string {
  const plain = path.normalize("NFC").replace(UNSEEN, "").toLowerCase().replaceAll("\\", "/");
  const names = plain.split("/").map((name) => name.replace(/:.*$/, "").replace(/(?<=[^. ])[. ]+$/, ""));
  return names.join("/");
}
