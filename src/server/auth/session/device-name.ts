import Bowser from 'bowser';
import { sessionMessages as text } from '#messages/session.ts';

export function deviceName(userAgent: string | null): string | null {
  if (!userAgent) return null;
  const { browser, os } = Bowser.parse(userAgent);
  if (browser.name && os.name) return text.deviceOn(browser.name, os.name);
  return browser.name || os.name || null;
}
