import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { sessionMessages as text } from '#messages/session.ts';
import { $social, $socialSignIn, loadSocialButtons, signInByFacebook } from '#stores/social.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { FacebookLogo } from './FacebookLogo.tsx';

/** Configured providers only. Google draws its own button, at most 400 px wide. */
export function SocialSignIn() {
  const { google, facebook } = useStore($social);
  const { status, error } = useStore($socialSignIn);
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => void loadSocialButtons(container.current!), []);
  const hasNoProvider = google === 'off' && facebook === 'off';
  return (
    <div className="grid gap-[22px]" hidden={hasNoProvider}>
      <p className="flex items-center gap-3.5 text-[14px] text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {text.or}
      </p>
      <div className="grid max-w-[400px] grid-cols-1 gap-2.5">
        <div
          ref={container}
          className="grid min-h-12 grid-cols-1 content-center overflow-x-clip [overflow-clip-margin:8px]"
          hidden={google === 'off'}
        />
        {facebook !== 'off' && (
          <Button
            kind="secondary"
            // Looks like Google's button above.
            className="min-h-12! w-full rounded-[4px]! bg-[#fff] text-[15px]! font-medium!"
            busy={status === 'process'}
            onClick={() => void signInByFacebook()}
          >
            <FacebookLogo />
            {text.withFacebook}
          </Button>
        )}
      </div>
      <ErrorText error={error} />
    </div>
  );
}
