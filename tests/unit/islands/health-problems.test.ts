import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { HealthProblems } from '#islands/office/overview/HealthProblems.tsx';

const disk = {
  state: 'problem',
  subject: 'disk',
  message: 'The disk is full',
  remedy: 'Free some space',
} as const;
const payPal = {
  state: 'warning',
  subject: 'paypal',
  message: 'paypal is not set up',
  remedy: 'Its settings',
} as const;

test('the overview names each problem with its remedy in the colour of an error, and no warning', () => {
  const html = renderToStaticMarkup(createElement(HealthProblems, { findings: [payPal, disk] }));
  expect(html).toContain('data-state="failed">The disk is full</span>');
  expect(html).toContain('Free some space');
  expect(html).not.toContain('paypal');
});

test('without a problem the overview has no such part', () => {
  expect(renderToStaticMarkup(createElement(HealthProblems, { findings: [payPal] }))).toBe('');
});
