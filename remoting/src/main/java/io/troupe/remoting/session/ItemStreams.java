// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.actor.DeadLetter;
import io.troupe.core.channel.Channel;
import io.troupe.core.channel.Channels;
import io.troupe.core.host.OutletHost;
import io.troupe.core.message.PlainText;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.Promise;
import io.troupe.core.relay.ChannelRelays;
import io.troupe.core.relay.ElementSink;
import io.troupe.core.relay.ElementSource;
import io.troupe.dispatch.cell.Mailbox;
import io.troupe.remoting.codec.Failure;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.value.TypeSerializer;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What travels over a link besides calls: promises, callbacks and ends of channels that are handed over, and streams of items.
 * Makes their near ends, each with what it uses. On the loop unless a method says otherwise.
 */
final class ItemStreams {
    private final OutletHost host;
    private final Streams streams;
    private final OutCells cells;
    private final WriteQueue out;
    private final InboundQueues inbound;
    private final CallHeaders headers;
    private final SessionState state;
    private final SessionListener acceptor;
    private final UnusedReferences unused;

    /**
     * Of one link.
     *
     * @param streams numbers
     * @param cells where items wait to be sent
     * @param out takes what does not wait
     * @param inbound counts items that wait for callbacks
     * @param headers of what opens a stream
     * @param state whether the link has ended
     * @param acceptor asked about streams that the other side opens
     * @param unused tells when publishers of the other side are not in use any more
     */
    ItemStreams(
            OutletHost host,
            Streams streams,
            OutCells cells,
            WriteQueue out,
            InboundQueues inbound,
            CallHeaders headers,
            SessionState state,
            SessionListener acceptor,
            UnusedReferences unused) {
        this.host = host;
        this.streams = streams;
        this.cells = cells;
        this.out = out;
        this.inbound = inbound;
        this.headers = headers;
        this.state = state;
        this.acceptor = acceptor;
        this.unused = unused;
    }

    // ---- handed over in frames -----------------------------------------------------------------------------------

    /** Hands over a promise of this side, in the frame that is being encoded; returns its number. */
    long export(Promise<?> promise, TypeSerializer<?> value) {
        ExportedPromise exported = new ExportedPromise(streams, out, value);
        long stream = streams.openInside(exported);
        exported.begin(stream, promise);
        return stream;
    }

    /** Hands over a callback of this side, in the frame that is being encoded; returns its number. */
    long export(Callback<?> callback, TypeSerializer<?> item) {
        ExportedCallback exported = exported(callback, item, null);
        long stream = streams.openInside(exported);
        exported.begin(stream);
        return stream;
    }

    /** Hands over the end of a channel of this side that takes elements, in the frame that is being encoded; returns its number. */
    long exportSender(Object sender, TypeSerializer<?> element) {
        ElementReceiver receiver = elementReceiver(onChange -> ChannelRelays.sink(sender, onChange), element, false);
        long stream = streams.openInside(receiver);
        receiver.begin(stream);
        return stream;
    }

    /** Hands over the end of a channel of this side that gives elements out; returns its number. */
    long exportReceiver(Object receiver, TypeSerializer<?> element) {
        ElementSender sender = elementSender(receiver, element, false, true);
        long stream = streams.openInside(sender);
        sender.begin(stream);
        return stream;
    }

    /** Hands over both ends of a channel of this side; returns the first of two numbers in a row. */
    long exportChannel(Object channel, TypeSerializer<?> element) {
        long stream = exportReceiver(channel, element);
        exportSender(channel, element);
        return stream;
    }

    /** A channel that stands for the end of one of the other side that takes elements. */
    Channel<Object> sender(long stream, TypeSerializer<?> element) {
        Channel<Object> channel = proxy(stream);
        ElementSender sender = elementSender(channel, element, true, true);
        streams.accept(stream, sender);
        sender.begin(stream);
        return channel;
    }

    /** A channel that stands for the end of one of the other side that gives elements out. */
    Channel<Object> receiver(long stream, TypeSerializer<?> element) {
        Channel<Object> channel = proxy(stream);
        feed(channel, stream, element);
        return channel;
    }

    /** A channel that stands for one of the other side. */
    Channel<?> channel(long receiving, long sending, TypeSerializer<?> element) {
        Channel<?> channel = (Channel<?>) ChannelRelays.join(sender(sending, element));
        feed(channel, receiving, element);
        return channel;
    }

    private void feed(Channel<?> channel, long stream, TypeSerializer<?> element) {
        ElementReceiver receiver = elementReceiver(onChange -> ChannelRelays.feed(channel, onChange), element, true);
        streams.accept(stream, receiver);
        receiver.begin(stream);
    }

    private Channel<Object> proxy(long stream) {
        return Channels.rendezvous().named(state.peer() + "/" + stream);
    }

    private ElementReceiver elementReceiver(
            Function<Runnable, ElementSink> sink, TypeSerializer<?> element, boolean isProxy) {
        return new ElementReceiver(streams, out, inbound, sink, element, isProxy);
    }

    private ElementSender elementSender(Object receiver, TypeSerializer<?> element, boolean isProxy, boolean isEnd) {
        return elementSender(
                onChange -> ChannelRelays.source(receiver, host.outsideExecutor(), onChange), element, isProxy, isEnd);
    }

    private ElementSender elementSender(
            Function<Runnable, ElementSource> source, TypeSerializer<?> element, boolean isProxy, boolean isEnd) {
        return new ElementSender(streams, cells, out, state, source, element, isProxy, isEnd);
    }

    // ---- publishers that are handed over -------------------------------------------------------------------------

    /** Hands over a publisher of this side, in the frame that is being encoded; returns its number. */
    long exportPublisher(Flow.Publisher<?> publisher, TypeSerializer<?> element) {
        return streams.openInside(new HandedPublisher.Exported(publisher, element));
    }

    /** A publisher that the other side has handed over. */
    Flow.Publisher<?> publisher(long stream, TypeSerializer<?> element) {
        StreamHandler known = new HandedPublisher.Imported();
        streams.accept(stream, known);
        Flow.Publisher<?> publisher = new HandedPublisher<>(this, stream, element);
        unused.watch(
                publisher,
                () -> out.execute(() -> {
                    if (streams.close(stream, known)) {
                        out.urgent(new Frame.Cancel(stream));
                    }
                }));
        return publisher;
    }

    /** Subscribes to a publisher of the other side. Any thread. */
    <T> void subscribe(String name, TypeSerializer<?> element, Flow.Subscriber<? super T> subscriber) {
        ElementReceiver receiver = elementReceiver(onChange -> new FlowSink<>(subscriber, onChange), element, true);
        new InboundStream(streams, out, state, headers, name).open(receiver, receiver::begin);
    }

    /** The other side subscribes to a publisher of this one; null: there is none of this number. */
    private @Nullable StreamHandler subscription(Frame.Open open) {
        StreamHandler found = streams.find(numberOf(open.name()));
        if (!(found instanceof HandedPublisher.Exported exported)) {
            return null;
        }
        Object receiver = ChannelRelays.receiverOf(exported.publisher());
        if (receiver != null) {
            return elementSender(receiver, exported.element(), false, false);
        }
        String to = state.peer() + "/" + open.stream();
        return elementSender(
                onChange -> {
                    FlowSource source = new FlowSource(host.outsideExecutor(), onChange, element -> lost(to));
                    source.begin(exported.publisher());
                    return source;
                },
                exported.element(),
                false,
                false);
    }

    private static long numberOf(String name) {
        try {
            return Long.parseLong(name.substring(HandedPublisher.PREFIX.length()));
        } catch (NumberFormatException e) {
            return 0; // nobody has this number
        }
    }

    /** An element that was published, and that no subscriber gets. */
    private void lost(String to) {
        host.deadLetter(
                new DeadLetter(to, "onNext", state.isDown() ? DeadLetter.Reason.LINK_LOST : DeadLetter.Reason.STOPPED));
    }

    /** A promise that the other side has handed over. */
    Promise<?> promise(long stream, TypeSerializer<?> value) {
        RemotePromise remote = new RemotePromise(host.newPromise(), streams, state.peer(), stream, value);
        streams.accept(stream, remote);
        return remote.promise();
    }

    /** A callback that the other side has handed over. Nothing comes back: the stream has ended when the last item is sent. */
    Callback<?> callback(long stream, TypeSerializer<?> item) {
        RemoteCallback<?> remote = remote(stream, item, end -> streams.close(stream, end));
        streams.accept(stream, remote);
        return remote;
    }

    ExportedCallback exported(Callback<?> callback, TypeSerializer<?> item, @Nullable Callback<Long> gaps) {
        return new ExportedCallback(streams, out, inbound, state.peer(), callback, item, gaps);
    }

    RemoteCallback<Object> remote(long stream, TypeSerializer<?> item, Consumer<StreamHandler> onLast) {
        return new RemoteCallback<>(host.newPromise(), cells, out, state.peer(), stream, item, onLast);
    }

    // ---- opened by one side --------------------------------------------------------------------------------------

    /** The other side opens a stream, with a number that it may use. */
    void onOpen(Frame.Open open) {
        StreamHandler handler;
        try {
            handler = open.name().startsWith(HandedPublisher.PREFIX)
                    ? subscription(open)
                    : acceptor.onOpen(this, open.name(), open.stream());
        } catch (Throwable e) { // of the application: no reason to end the link
            out.urgent(new Frame.Fail(open.stream(), Failures.of(e)));
            return;
        }
        if (handler == null) {
            out.urgent(new Frame.Fail(
                    open.stream(),
                    Failures.of(Failure.Code.NO_TARGET, "nobody accepts streams of this name: name=" + open.name())));
        } else {
            streams.accept(open.stream(), handler);
            if (handler instanceof ElementSender sender) {
                sender.begin(open.stream());
            }
        }
    }

    /**
     * The near end of a stream with items both ways that the other side opens.
     *
     * @param stream its number
     * @param outItems serializer of the items to send
     * @param inItems serializer of the items to receive
     * @param handler gets where to send items, returns where received ones go
     */
    StreamHandler accept(
            long stream,
            TypeSerializer<?> outItems,
            TypeSerializer<?> inItems,
            Function<Callback<Object>, Callback<?>> handler) {
        DuplexStream duplex = new DuplexStream(this, streams, stream, outItems, inItems, handler);
        duplex.begin(stream);
        return duplex;
    }

    /**
     * The sending side of a stream that the other side has opened, for senders with a queue of their own.
     *
     * @param stream its number
     * @param queue where items wait; null: without a bound
     */
    OutboundStream outbound(long stream, @Nullable Mailbox queue) {
        return new OutboundStream(streams, cells, out, state.peer(), stream, queue);
    }

    /**
     * Opens a stream with items both ways, in order with the items that follow. Any thread.
     *
     * @param name that the other side accepts
     * @param outItems serializer of the items to send
     * @param inItems serializer of the items to receive
     * @param items gets them
     * @return takes the items to send
     */
    Callback<Object> open(String name, TypeSerializer<?> outItems, TypeSerializer<?> inItems, Callback<?> items) {
        return new DuplexStream(this, streams, 0, outItems, inItems, sink -> items).open(name, headers);
    }

    /**
     * Opens a stream on which this side only receives. Any thread.
     *
     * @param name that the other side accepts
     * @param handler told what comes
     */
    InboundStream receive(String name, StreamHandler handler) {
        InboundStream stream = new InboundStream(streams, out, state, headers, name);
        stream.open(handler, number -> {});
        return stream;
    }

    /**
     * The same, with a callback that complains when it cannot keep up. Any thread.
     *
     * @param name that the other side accepts
     * @param serializer of the items
     * @param items gets them; its end ends the stream
     * @param gaps gets how many items were left out; or null
     */
    void receive(String name, TypeSerializer<?> serializer, Callback<?> items, @Nullable Callback<Long> gaps) {
        InboundStream stream = new InboundStream(streams, out, state, headers, name);
        out.execute(() -> {
            ExportedCallback handler = exported(items, serializer, gaps);
            stream.open(handler, handler::begin);
        });
        if (state.isDown()) { // the task may have been dropped
            items.fail(state.notSent("stream=" + PlainText.of(name)));
        }
    }
}
