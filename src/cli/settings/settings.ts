import { CheckSettings, CommonSettings, GivenSettings, notesOnSettings } from '../../core/settings';
import { settleSettings } from '../../core/settle';
import { safeLine } from '../../data/safe-text';
import { CliIo, orUsageError } from '../io/io';

/** Merges settings: flags override the configuration, which overrides the defaults. Stops if the settings are incompatible. */
export function settle(flags: GivenSettings, config: GivenSettings): CheckSettings {
  return orUsageError(() => settleSettings(flags, config));
}

/** Prints notes on the settings to standard error. */
export function printNotes(settings: CommonSettings, io: CliIo): void {
  io.err(notesOnSettings(settings).map(note => `note: ${safeLine(note)}\n`).join(''));
}
