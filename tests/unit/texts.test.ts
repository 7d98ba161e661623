import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { PROJECT } from '../support/project.ts';
import { locationOf, type SourceFile, sourceFiles, visitNodes } from '../support/source.ts';

const LETTERS = /\p{L}{2}/u;
const TEXT_ATTRIBUTES = new Set([
  'alt',
  'title',
  'aria-label',
  'ariaLabel',
  'placeholder',
  'label',
  'aria-roledescription',
  'aria-description',
]);

describe('every visible text', () => {
  test('in an island comes from the messages', () => {
    expect(sourceFiles('src/**/*.tsx').flatMap(literalTexts)).toEqual([]);
  });

  test('in a page, layout or component comes from the messages', () => {
    expect(sourceFiles('src/**/*.astro').flatMap(astroTexts)).toEqual([]);
  });
});

function literalTexts(file: SourceFile): string[] {
  const found: string[] = [];
  const addIfText = (node: ts.Node, text: string) =>
    LETTERS.test(text.replace(/&\w+;/g, '')) &&
    found.push(`${locationOf(file, node)} ${text.trim()}`);
  visitNodes(file.scripts[0]!, (node) => {
    if (ts.isJsxText(node)) addIfText(node, node.text);
    if (ts.isJsxAttribute(node) && TEXT_ATTRIBUTES.has(node.name.getText()) && node.initializer)
      shownStrings(node.initializer).forEach((each) => addIfText(each, each.text));
    if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent) && node.expression)
      shownStrings(node.expression).forEach((each) => addIfText(each, each.text));
  });
  return found;
}

/** Possible strings of an expression: literals, both branches of a condition, fixed parts of templates. */
function shownStrings(node: ts.Node): ts.LiteralLikeNode[] {
  if (ts.isStringLiteralLike(node)) return [node];
  if (ts.isTemplateExpression(node))
    return [node.head, ...node.templateSpans.map(({ literal }) => literal)];
  if (ts.isJsxExpression(node) && node.expression) return shownStrings(node.expression);
  if (ts.isParenthesizedExpression(node)) return shownStrings(node.expression);
  if (ts.isConditionalExpression(node))
    return [node.whenTrue, node.whenFalse].flatMap(shownStrings);
  if (ts.isBinaryExpression(node) && !isComparison(node))
    return [node.left, node.right].flatMap(shownStrings);
  return [];
}

const isComparison = ({ operatorToken }: ts.BinaryExpression) =>
  /^[=!]==?$|^[<>]=?$|^in$|^instanceof$/.test(operatorToken.getText());

function astroTexts({ path, text }: SourceFile): string[] {
  const markup = text
    .replace(/^---\n[\s\S]*?\n---/, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/\{\/\*[\s\S]*?\*\/\}/g, '')
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '')
    .replaceAll('=>', '');
  const inElements = [...markup.matchAll(/>([^<>{}]*)</g)].map(([, words]) => words!);
  const inAttributes = [
    ...markup.matchAll(/\b(?:alt|title|aria-label|placeholder|label)="([^"{}]*)"/g),
  ].map(([, words]) => words!);
  return [...inElements, ...inAttributes]
    .filter((words) => LETTERS.test(words))
    .map((words) => `${path}: ${words.trim()}`);
}

// The specification's exact texts by message file, including unusual spellings.
const SPECIFIED: Record<string, string[]> = {
  layout: ['Home', 'Your Videos', 'Movies', 'Short Films'],
  session: [
    'Sign Up',
    'Sign In',
    'Sign in',
    'RESEND',
    'Join Now',
    'OTP is required!',
    'OTP Should be 6 Numbers',
    'Mobile Number is required!',
    'Mobile Number must be at least 8 digits',
    'Something went wrong please try again',
    'OTP re-send Succesful',
    'Use valid credentials to login',
    'Login Successful',
    'OTP Verification Successfully',
    'Please check your Mobile/Email ID for the Temporary Password',
    'Sign out',
  ],
  'refusals/auth': ['Please Enter Valid OTP Number'],
  accounts: [
    'First Name is required!',
    'Last Name is required!',
    'Email is required!',
    'Please enter a valid email address',
    'Submit',
    'Male',
    'Female',
    'User Information added successfully',
    'Use valid credentials',
    'Something went wrong!!!',
    'My Profile',
    'Booking History',
    'Reset Password',
    'Notification',
    'Settings',
    'Name is required!',
    'Update',
    'Profile Updated Successfully!',
    'New Password',
    'Confirm Password',
  ],
  places: ['Set My Location'],
  catalogue: [
    'STREAMING NOW',
    'UPCOMING',
    'POPULAR WEB SERIES',
    'NEW SHORT FILMS',
    'TRENDING MOVIES',
    'SHORT FILMS',
    'WEB SERIES',
    'Short Films List',
    'Submit Your Film Today',
    'Join Today',
    'Search Movie',
    'Apply',
    'Reset',
    'Select Language',
    'Select Genre',
    'Rating',
    'Dates',
    'Movie not found',
    'Upcoming movies not found',
    'Unable to load movies at this time please try again',
    'SYNOPSIS',
    'CAST & CREW',
    'Read more',
    'Read less',
    'Book Now',
    'Watch Now',
    'Close',
  ],
  details: [
    'Watch Now',
    'Booked',
    'Unable to load movie at this time please try again',
    'Something went wrong!!!',
    'Movie not found',
  ],
  booking: [
    'Book Your Ticket',
    'Continue',
    'Now',
    'Please select the show date and time',
    'Please enter the discount code you have',
    'Apply',
    'Cancel',
    'Discount code has been applied',
    'Unable to load ticket at this time please try again',
  ],
  payments: [
    'Payment Methods',
    'Payment has been successful',
    'Payment has been failed!',
    'Payment has been cancelled',
    'There was an error in the payment please try again',
    'Something went wrong please contact administrator',
  ],
  reviews: [
    'Select your ratings',
    'Please enter your comments',
    'Thank you for your review',
    'Your review has been updated',
  ],
  playback: ['Accept', 'Decline', 'Close', 'An Error Occurred'],
  history: ['Booking History', 'Watch Now'],
  submission: [
    'FILM INFORMATION',
    'CONTACT PERSON',
    'DECLARATIONS',
    'Back',
    'Continue',
    'Submit',
    'Original Title',
    'English Title',
    'Country of Production',
    'Running Time',
    'Year Produced',
    'Year Released',
    'Original Language',
    'Provide Link',
    'Brief Synopsis',
    'Please select atlease one genre',
    'Name is required',
    'Email Address is required',
    'Telephone Number is required',
    'Signature is required',
    'Place is required',
    'Pay Amount is required',
    'Please select the declare condition',
    'Please select the payment method',
    'Please select the paymentMethod',
    'Movie Create Succesfully.',
    'Movie Create Faild.',
    'An Error Occurred',
  ],
  common: ['Page Not Found', 'Go to Home Page', 'Go Back', 'Load More', 'Something went wrong!!!'],
};

describe('the specification’s texts are unchanged', () => {
  test.each(Object.entries(SPECIFIED))('in messages/%s', async (domain, texts) => {
    const strings = new Set(
      stringsIn(await import(join(PROJECT, 'src', 'messages', `${domain}.ts`))),
    );
    expect(texts.filter((text) => !strings.has(text))).toEqual([]);
  });

  test('in the copyright warning', async () => {
    const { playbackMessages } = await import('#messages/playback.ts');
    expect(playbackMessages.copyrightWarning.toLowerCase()).toContain('unauthorized reproduction');
    expect(playbackMessages.copyrightWarning).toContain(
      'punishable by up to 3 years jail and a fine of Rs 3,00,000',
    );
  });
});

const stringsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(stringsIn)
      : [];
