import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DOMESTIC } from '#domain/countries.ts';
import { MultiSelect } from '#islands/catalogue/MultiSelect.tsx';
import { CountrySelect } from '#islands/session/CountrySelect.tsx';
import { sessionMessages } from '#messages/session.ts';
import { useCombobox, usePopup } from '#ui/Picker.tsx';

const attributeOf = (html: string, element: string, name: string) =>
  new RegExp(`<${element} [^>]*\\b${name}="([^"]*)"`).exec(html)?.[1];

test('a closed multiple choice shows the chosen names, counts more than two, and hides its check boxes', () => {
  const choices = ['Hindi', 'Tamil', 'Telugu'].map((value) => ({ value, label: value }));
  const render = (...chosen: string[]) =>
    renderToStaticMarkup(
      createElement(MultiSelect, {
        label: 'Language',
        placeholder: 'Any',
        choices,
        chosen,
        onChange: () => undefined,
      }),
    );
  const html = render('Hindi', 'Tamil');
  expect(attributeOf(html, 'button', 'aria-expanded')).toBe('false');
  expect(html).toContain('<span class="">Hindi, Tamil</span><svg');
  expect(render('Hindi', 'Tamil', 'Telugu')).toContain(
    '<span class="">Hindi, Tamil, Telugu</span><b class="count">3</b>',
  );
  expect(html).toMatch(/<div [^>]*role="group"[^>]* hidden=""/);
  expect(html.match(/type="checkbox"/g)).toHaveLength(choices.length);
  expect(html.match(/checked=""/g)).toHaveLength(2);
});

test('a closed country select is a button with the country; its search field does not exist yet', () => {
  const html = renderToStaticMarkup(
    createElement(CountrySelect, {
      countries: [DOMESTIC],
      country: DOMESTIC,
      onChange: () => undefined,
    }),
  );
  const [labelId, buttonId] = attributeOf(html, 'button', 'aria-labelledby')!.split(' ');
  expect(html).toContain(`id="${labelId}">${sessionMessages.country}</span>`);
  expect(attributeOf(html, 'button', 'id')).toBe(buttonId);
  expect(attributeOf(html, 'button', 'aria-haspopup')).toBe('dialog');
  expect(html.replace(/<[^>]*>/g, '')).toBe(`${sessionMessages.country}India+91`);
  expect(html).not.toContain('combobox');
});

function Combobox({ isOpen, names }: { isOpen: boolean; names: string[] }) {
  const list = useCombobox({ ...usePopup(), isOpen }, { count: names.length });
  return [
    createElement('input', { key: 'input', ...list.inputProps }),
    createElement(
      'ul',
      { key: 'list', ...list.listProps },
      names.map((name, index) =>
        createElement('li', { key: name, ...list.optionProps(index) }, name),
      ),
    ),
  ];
}
const comboboxOf = (isOpen: boolean, ...names: string[]) =>
  renderToStaticMarkup(createElement(Combobox, { isOpen, names }));

test('an open combobox lists its options, and none of them is active before an arrow key', () => {
  const html = comboboxOf(true, 'Chennai', 'Chengalpattu');
  expect(attributeOf(html, 'input', 'aria-expanded')).toBe('true');
  expect(attributeOf(html, 'input', 'aria-controls')).toBe(attributeOf(html, 'ul', 'id'));
  expect(html).not.toContain('aria-activedescendant');
  expect(html.match(/role="option" aria-selected="false"/g)).toHaveLength(2);
  expect(html).not.toContain('hidden');
});

test.each([
  ['a closed combobox', () => comboboxOf(false, 'Chennai')],
  ['a combobox without options', () => comboboxOf(true)],
])('%s shows no list', (_, render) => {
  const html = render();
  expect(attributeOf(html, 'input', 'aria-expanded')).toBe('false');
  expect(html).toMatch(/<ul [^>]*hidden=""/);
});
