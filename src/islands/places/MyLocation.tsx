import { useStore } from '@nanostores/react';
import { placeMessages as text } from '#messages/places.ts';
import { href } from '#routes.ts';
import { $isNameless, $isPlaceSaved, $pin, findMe, forgetLocation, setMyLocation } from '#stores/places.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { ProfileAwaited } from '../accounts/ProfileAwaited.tsx';
import { AddressField } from './AddressField.tsx';
import { PinMap } from './PinMap.tsx';

export const MyLocation = () => (
  <ProfileAwaited room="h-[680px]">
    {() => (
      <form
        className="grid gap-5"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void setMyLocation.run();
        }}
      >
        <AddressField />
        <FindMe />
        <PinMap />
        <Said />
        <Buttons />
      </form>
    )}
  </ProfileAwaited>
);

/** The browser is asked by this button only, and asks the viewer itself. */
function FindMe() {
  const { status, error } = useStore(findMe.$state);
  return (
    <div className="grid gap-2">
      <Button
        kind="line"
        className="justify-self-start max-sm:w-full"
        busy={status === 'process'}
        busyLabel={text.findingMe}
        onClick={() => findMe.run()}
      >
        {text.findMe}
      </Button>
      <ErrorText error={error} />
    </div>
  );
}

/** In words what the map shows. */
function Said() {
  const pin = useStore($pin);
  const isNameless = useStore($isNameless);
  return (
    <p role="status" className="wrap-anywhere">
      {pin ? text.chosen(pin.placeName) : text.noPin} {pin && isNameless && text.nameless}
    </p>
  );
}

function Buttons() {
  const { status, error } = useStore(setMyLocation.$state);
  const forgetting = useStore(forgetLocation.$state);
  const isSaved = useStore($isPlaceSaved);
  return (
    <>
      <ErrorText error={error || forgetting.error} />
      <div className="grid gap-2.5 sm:flex sm:flex-wrap">
        <Button type="submit" busy={status === 'process'}>
          {text.setMyLocation}
        </Button>
        <a className="btn line" href={href('profileSettings')}>
          {text.goBack}
        </a>
        {isSaved && (
          <Button
            kind="text"
            className="sm:ml-auto"
            busy={forgetting.status === 'process'}
            onClick={() => forgetLocation.run()}
          >
            {text.forget}
          </Button>
        )}
      </div>
    </>
  );
}
