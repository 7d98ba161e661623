import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Channel } from '#contract/producer.ts';
import { producerMessages as text } from '#messages/producer.ts';
import { href } from '#routes.ts';
import { channels, openChannels } from '#stores/producer.ts';
import { Card, CardGrid } from './Cards.tsx';
import { ListFoot } from './ListFoot.tsx';
import { ProducerFrame } from './ProducerFrame.tsx';

/** My Channels (spec §2): each leads to its films. Chosen: Go Back leads home, where the Dashboard link was. */
export function Channels() {
  const state = useStore(channels.$state);
  useEffect(() => void openChannels(), []);
  return (
    <ProducerFrame back={href('home')} title={text.channels}>
      <CardGrid state={state} shape="square" keyOf={({ channelId }) => channelId} card={ChannelCard} />
      <ListFoot
        state={state}
        empty={{ title: text.noChannels, sentence: text.noChannelsNote }}
        onMore={channels.loadMore}
        onRetry={channels.retry}
      />
    </ProducerFrame>
  );
}

const ChannelCard = ({ channelId, channelName, channelImage }: Channel) => (
  <Card href={href('producerMovies', { channel_id: channelId })} image={channelImage} kind="banner">
    <span className="nm" dir="auto">
      {channelName}
    </span>
  </Card>
);
