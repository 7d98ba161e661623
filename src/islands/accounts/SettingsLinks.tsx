import { useStore } from '@nanostores/react';
import { accountMessages as text } from '#messages/accounts.ts';
import { href } from '#routes.ts';
import { $user } from '#stores/accounts/accounts.ts';

export function SettingsLinks() {
  const user = useStore($user);
  const rows = [
    {
      to: href('myLocation'),
      label: text.location,
      value: user?.placeName,
      unset: text.locationUnset,
    },
    {
      to: href('language'),
      label: text.language,
      value: user?.languages.join(', '),
      unset: text.languageUnset,
    },
  ];
  return (
    <ul className="border-t border-line">
      {rows.map(({ to, label, value, unset }) => (
        <li key={to} className="border-b border-line">
          <a
            className="grid min-h-19 grid-cols-[1fr_auto] items-center gap-x-4 gap-y-0.5 py-3 lg:min-h-14 lg:grid-cols-[10rem_1fr_auto]"
            href={to}
          >
            <span className="font-semibold">{label}</span>
            <span className="text-action row-span-2 font-semibold underline decoration-1 underline-offset-4 lg:order-1 lg:row-auto">
              {text.change}
            </span>
            <span className="text-soft wrap-anywhere" dir="auto">
              {user && (value || unset)}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
