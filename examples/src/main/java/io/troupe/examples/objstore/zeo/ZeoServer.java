// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.Supervision;
import io.troupe.core.actor.Terminated;
import io.troupe.core.error.EndReason;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.Dispatcher;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.dispatch.timer.Clock;
import io.troupe.examples.objstore.filestorage.FileStorageWriter;
import io.troupe.examples.objstore.filestorage.ObjectStorage;
import io.troupe.net.framed.FramedConfig;
import io.troupe.net.framed.FramedTransport;
import io.troupe.net.transport.Address;
import io.troupe.net.transport.Listener;
import io.troupe.net.transport.Transport;
import io.troupe.net.transport.TransportConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Serves one storage to ZEO clients. Any thread. */
public final class ZeoServer implements AutoCloseable {
    private static final int READING = 16;
    /** Many more than threads, so that a load seldom waits behind another while a thread has nothing to do. */
    private static final int LOADERS = 256;

    /** As many again are left to loaders, to the disk and, on one machine, to clients. */
    private static final int LOOPS = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

    /** For the transactions that clients have open, all together. */
    private static final double HEAP_PART = 0.25;

    /** Bytes of answers that every link may have, less if there is little memory for many links. */
    private static final int MOST_FREE = 256 << 10;

    private static final int LEAST_FREE = 16 << 10;

    private final ActorSystem system;
    private final Dispatcher readers;
    private final Transport transport;
    private final WatchedStorage storage;
    private final @Nullable FileStorageWriter writer;
    private final List<Loader> loaders = new ArrayList<>();
    private final Committer committer;
    private final FrameMemory incoming;
    private final FrameMemory outgoing;
    private final int free;
    private final AtomicLong lastLink = new AtomicLong();
    private final MemoryBudget memory;
    private final Consumer<String> log;

    /** For tests: what is read may be another view of what is written, and memory and time may be other ones. */
    ZeoServer(
            ObjectStorage storage,
            @Nullable FileStorageWriter writer,
            MemoryBudget memory,
            Clock clock,
            Consumer<String> log) {
        this(storage, writer, memory, clock, ServerConfig.defaults(), log);
    }

    private ZeoServer(
            ObjectStorage storage,
            @Nullable FileStorageWriter writer,
            MemoryBudget memory,
            Clock clock,
            ServerConfig config,
            Consumer<String> log) {
        this.storage = new WatchedStorage(storage, log);
        this.writer = writer;
        this.memory = memory;
        this.log = log;
        system = ActorSystem.builder()
                .name("objstore")
                .memory(memory)
                .clock(clock)
                .start();
        free = (int) Math.max(LEAST_FREE, Math.min(MOST_FREE, memory.limit() / 2 / config.maxConnections()));
        readers = Dispatchers.threadPool("loader", READING);
        transport = Transport.ofSockets(
                "objstore",
                TransportConfig.defaults()
                        .loops(LOOPS)
                        .maxConnections(config.maxConnections())
                        .marks(free / 4, free));
        for (int i = 0; i < LOADERS; i++) {
            loaders.add(system.spawn(
                    Loader.class,
                    () -> new Loader(this.storage),
                    ActorOptions.named("loader-" + i).dispatcher(readers)));
        }
        incoming = frameMemory("incoming");
        outgoing = frameMemory("outgoing");
        committer = system.spawn(
                Committer.class,
                () -> new Committer(this.storage, writer, config.transactionTimeout()),
                // another one would not know its links
                ActorOptions.named("committer").supervision(Supervision.stop()));
    }

    private FrameMemory frameMemory(String name) {
        return system.spawn(
                FrameMemory.class,
                () -> new FrameMemory(memory.limit() / 2),
                // another one would not know who waits
                ActorOptions.named(name).supervision(Supervision.resume()));
    }

    /**
     * A server whose clients may only read.
     *
     * @param storage stays the caller's; closed after the server
     * @param log gets a line for each link that ends out of order, and when reading or writing fails or works again; on any
     *     thread
     */
    public static ZeoServer reading(ObjectStorage storage, Consumer<String> log) {
        return reading(storage, ServerConfig.defaults(), log);
    }

    /**
     * The same, with other bounds.
     *
     * @param storage as above
     * @param config the bounds
     * @param log as above
     */
    public static ZeoServer reading(ObjectStorage storage, ServerConfig config, Consumer<String> log) {
        return new ZeoServer(storage, null, MemoryBudget.ofHeap(HEAP_PART), Clock.system(), config, log);
    }

    /**
     * A server whose clients may read and write.
     *
     * @param writer stays the caller's, who uses it no more and closes it after the server
     * @param log gets a line for each link that ends out of order, and when reading or writing fails or works again; on any
     *     thread
     */
    public static ZeoServer writing(FileStorageWriter writer, Consumer<String> log) {
        return writing(writer, ServerConfig.defaults(), log);
    }

    /**
     * The same, with other bounds.
     *
     * @param writer as above
     * @param config the bounds
     * @param log as above
     */
    public static ZeoServer writing(FileStorageWriter writer, ServerConfig config, Consumer<String> log) {
        return new ZeoServer(writer.storage(), writer, MemoryBudget.ofHeap(HEAP_PART), Clock.system(), config, log);
    }

    /**
     * Accepts clients.
     *
     * @param address where; port 0 takes a free one
     * @return the address, once it is bound; fails with {@link io.troupe.core.error.LinkRefusedException} if it cannot be
     */
    public Promise<Address> listen(Address address) {
        return FramedTransport.over(transport, new FramedConfig(ZeoCodec.MOST_MESSAGE, 2L * ZeoCodec.MOST_MESSAGE))
                .listen(address, () -> new LinkHandler(incoming, outgoing, free, this::link, log))
                .map(Listener::address);
    }

    /** On the loop of its connection: an answer from memory wakes no other thread. */
    private ZeoLink link(LinkOutput out, Executor loop) {
        long id = lastLink.incrementAndGet();
        ZeoLink link = system.spawn(
                ZeoLink.class,
                () -> new ZeoLink(id, storage, loaders, committer, writer != null, memory, out),
                ActorOptions.named("link-" + id)
                        .dispatcher(Dispatchers.executor("link-" + id, loop))
                        .supervision(Supervision.stop()));
        system.watch(link).then(end -> {
            if (end.reason() == EndReason.FAILED) {
                failed(id, out, end.cause());
            }
        });
        return link;
    }

    /** Its client has to learn of that: what it has in its cache would be taken for current for ever. */
    private void failed(long id, LinkOutput out, @Nullable Throwable cause) {
        committer.forget(id);
        out.abort("a server must be able to serve a link: cause=" + cause);
    }

    /**
     * {@return fulfilled when the server is closed, or when it has failed so that clients learn of no commits any more: then it
     * is to be closed}
     */
    public Promise<Terminated> ended() {
        return system.watch(committer);
    }

    /** Ends all links, and what they have voted for and not finished. Commits under way reach the disk. */
    @Override
    public void close() {
        system.close(); // links take turns on the loops of the transport
        transport.close();
        readers.close();
    }
}
