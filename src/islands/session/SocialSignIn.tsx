import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { sessionMessages as text } from '#messages/session.ts';
import {
  $social,
  $socialSignIn,
  loadSocialButtons,
  signInByFacebook,
} from '#stores/session/social.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';

/** Configured providers only. Google draws its own button, at most 400 px wide. */
export function SocialSignIn() {
  const { google, facebook } = useStore($social);
  const { status, error } = useStore($socialSignIn);
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => void loadSocialButtons(container.current!), []);
  const hasNoProvider = google === 'off' && facebook === 'off';
  return (
    <div className="grid gap-[22px]" hidden={hasNoProvider}>
      <p className="flex items-center gap-3.5 text-14 text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {text.or}
      </p>
      <div className="grid max-w-[25rem] grid-cols-1 gap-2.5">
        <div
          ref={container}
          className="grid min-h-12 grid-cols-1 content-center overflow-x-clip [overflow-clip-margin:8px]"
          hidden={google === 'off' || google === 'refused'}
        />
        {google === 'refused' && <p className="text-soft">{text.googleRefused}</p>}
        {facebook !== 'off' && (
          <Button
            kind="secondary"
            // Looks like Google's button above.
            className="min-h-12! w-full rounded-[4px]! bg-[#fff] text-15! text-[#1f1216]! font-medium!"
            busy={status === 'process'}
            onClick={() => void signInByFacebook()}
          >
            <FacebookLogo />
            <span>{text.withFacebook}</span>
          </Button>
        )}
      </div>
      <ErrorText error={error} />
    </div>
  );
}

const FacebookLogo = () => (
  <svg width="20" height="20" viewBox="0 0 20 20" className="stroke-none" aria-hidden="true">
    <circle cx="10" cy="10" r="9" fill="#1877F2" />
    <path
      fill="#fff"
      d="M11 18.9v-6.6h2.2l.4-2.6H11V8.1c0-.7.4-1.4 1.5-1.4h1.2V4.5s-1-.2-2-.2c-2.1 0-3.4 1.3-3.4 3.5v1.9H6v2.6h2.3v6.5z"
    />
  </svg>
);
