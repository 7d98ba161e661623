/** What the giver wrote. */
export const GiftMessage = ({ message }: { message: string }) => (
  <blockquote
    className="max-w-[54ch] border-l-5 border-line pl-4 wrap-anywhere whitespace-pre-line"
    dir="auto"
  >
    {message}
  </blockquote>
);
