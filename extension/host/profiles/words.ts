// What Galley says about profiles.
import type { ProfileSource } from "../../assemble/profiles/profile.ts";

// Select Profile
export const selectProfile = "Select Profile";
export const appliesNext = "Applies from the next message";
export const trustToUse = "Trust this workspace to use its profiles";
export const sources = {
  project: "Workspace",
  user: "User",
  bundled: "Built-in",
} as const satisfies Record<ProfileSource, string>;
export const usesModel = (model: string): string => `uses ${model}`;
export const selectToUseModel = (model: string): string => `select to use ${model}`;
export const overrides = (files: string): string => `overrides the profile from ${files}`;
export const openFile = "Open File";
export const notLoadedHeading = "Could not load";
export const newWorkspaceProfile = "$(add) New Workspace Profile…";
export const manageTrust = "$(shield) Manage Workspace Trust";

// New Profile
export const newProfile = "New Profile";
export const newProfilePrompt = "Enter a name. Galley creates a file with this name in .galley/profiles.";
export const invalidName = "Use letters, digits, hyphens and underscores.";
export const newFile = `description = "Describe when to use this profile"
extends = "default"
system_prompt = """
{{ ctx.base }}
Add instructions here."""

# To always use one model, set both:
# provider = "anthropic"
# model = "…"

# Added to the request body. Text is a template that produces JSON.
# Only model settings: no URL, header, tool or message.
# [body]
# temperature = 0.2
# user = "{{ ctx.session.id | json }}"
`;

// A profile that is not used, or not as its file says
export const notAvailable = (wanted: string, used: string): string =>
  `The profile ${wanted} is not available, so ${used} is used. Select another profile, or check the file for errors.`;
export const modelNeedsConsent = (file: string, model: string, profile: string): string =>
  `${file} sets the model ${model}. Select the profile ${profile} here to use it.`;
export const profileDecides = (profile: string, model: string): string =>
  `The profile ${profile} always uses ${model}. To use another model, select another profile.`;
export const notFound = (name: string): string => `Profile ${name} not found.`;

// The Problems view
export const notLoaded = (reason: string): string => `Profile not loaded: ${reason}.`;
export const templatesNotTrusted = "it uses templates, and this workspace is not trusted";
export const notOnDisk = "the folder is not on disk";
export const notTrusted = "this workspace is not trusted";
