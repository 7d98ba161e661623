import { describe, expect, test } from 'vitest';
import { tagsOf } from '#rebuild/check/html.ts';

const namesIn = (html: string) => tagsOf(html).map(({ name }) => name);

describe('the tags of a page', () => {
  test('have decoded attributes in every form, the first of a name, and the text after them', () => {
    expect(
      tagsOf(
        `<A HREF="/a?b=1&amp;c=2" title='x > "y"' data-n=1 hidden id=one id=two/>Tom &amp; &#65;<br/>x`,
      ),
    ).toEqual([
      {
        name: 'a',
        attributes: { href: '/a?b=1&c=2', title: 'x > "y"', 'data-n': '1', hidden: '', id: 'one' },
        text: 'Tom & A',
      },
      { name: 'br', attributes: {}, text: 'x' },
    ]);
  });

  test.each([
    [
      'of the value of an attribute',
      '<p title="<img src=x></script><script>alert(1)</script>">a</p><i>',
      ['p', 'i'],
    ],
    ['of a value in single quotes', `<p title='"><a href=/no>'><i>`, ['p', 'i']],
    ['of a script', '<script>if (a<b) "<img src=x>"</script><i>', ['script', 'i']],
    ['of a style', '<style>a:before{content:"<img>"}</style ><i>', ['style', 'i']],
    [
      'of a title and a text field',
      '<title><b></title><textarea><b></textarea><i>',
      ['title', 'textarea', 'i'],
    ],
    ['of a comment', '<!-- <b> --><!--><i>', ['i']],
    ['of a comment in an attribute, which is none', '<p title="<!--"><b>--><i>', ['p', 'b', 'i']],
    [
      'of a script in an attribute, which is none',
      '<p title="<script>"><img src="/a"><i>',
      ['p', 'img', 'i'],
    ],
    ['after a less-than sign', 'a < b <3 <i>', ['i']],
    ['of an end tag', '<b>x</b title="<i>">', ['b']],
    ['that have no end', '<b><a href="/x', ['b']],
  ])('are none %s', (_, html, names) => expect(namesIn(html)).toEqual(names));

  test('include those in noscript, and the content of a script is its text', () => {
    expect(namesIn('<noscript><img src="/a"></noscript>')).toEqual(['noscript', 'img']);
    expect(tagsOf('<script type="application/ld+json">{"a":"&amp;<b>"}</SCRIPT>')[0]!.text).toBe(
      '{"a":"&amp;<b>"}',
    );
  });

  test('are read in a time that grows with the page only', { tags: ['deep', 'timed'] }, () => {
    const startedAt = performance.now();
    for (const html of [
      '<a '.repeat(100_000),
      `<a title="${'<'.repeat(300_000)}">`,
      '<'.repeat(300_000),
    ])
      tagsOf(html);
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });
});
