import { refusal } from '../../caller/refusal';
/** Sections of an ini file, and their entries. */
export interface IniSections { readonly [section: string]: IniEntries }
/** Entries of a section. Undefined entries are omitted; an empty string is an empty value. */
export interface IniEntries { readonly [key: string]: string | number | undefined }

/** Writes an ini file. Each value must be a single line. */
export function toIni(subject: string, sections: IniSections): string {
  return Object.entries(sections).map(([section, entries]) => `[${section}]\n${lines(subject, entries).join('')}`).join('\n');
}

function lines(subject: string, entries: IniEntries): string[] {
  return Object.entries(entries).filter(([, value]) => value !== undefined).map(([key, value]) => {
    const line = `${key} = ${value}`.trimEnd();
    if (/[\r\n]/.test(line)) {
      throw refusal`${subject} has the setting ${JSON.stringify(line)}, which has several lines: set a value with one line`;
    }
    return `${line}\n`;
  });
}
