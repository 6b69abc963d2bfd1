// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.client;

import io.troupe.core.error.CallFailedException;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.error.RemoteFailedException;
import io.troupe.examples.objstore.filestorage.Change;
import io.troupe.examples.objstore.filestorage.Ids;
import io.troupe.examples.objstore.filestorage.Load;
import io.troupe.examples.objstore.zeo.ZeoCodec;
import io.troupe.net.framed.FramedConfig;
import io.troupe.net.framed.FramedTransport;
import io.troupe.net.transport.Address;
import io.troupe.net.transport.Transport;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A client of a ZEO server. Any thread may call any method; those that wait must not be called in an actor's turn.
 *
 * <p>A client has a {@link #head}, the last transaction that the server has told it about, and reads objects as of that one or an
 * earlier one. What it has read it keeps, up to a number of bytes. Invalidations and replies are applied in the order in which
 * the server has sent them: a revision is taken for the current one only until the invalidation that replaces it.
 *
 * <p>When the link ends, all waiting calls fail with {@link io.troupe.core.error.LinkLostException}, and so do later ones: open
 * another client then.
 */
public final class ObjectClient implements AutoCloseable {
    private static final String STORAGE = "1";
    private static final String MISSING = "ZODB.POSException.POSKeyError";

    private final ClientConfig config;
    private final ClientLink link;
    /** One transaction at a time, as the protocol wants it. */
    private final ReentrantLock committing = new ReentrantLock();

    private long lastTransaction;

    // ---- guarded by link
    private final RevisionCache cache;
    private final Map<Key, ClientLink.Call> loads = new HashMap<>();
    private long head;

    private record Key(long oid, long at) {}

    private ObjectClient(ClientConfig config) {
        this.config = config;
        cache = new RevisionCache(config.cacheBytes());
        link = new ClientLink(config.window(), config.patience(), this::called);
    }

    /**
     * Connects and registers. Waits for the server.
     *
     * @param transport carries the bytes; stays the caller's, who closes it after the client
     * @param address of the server
     * @param config the bounds
     * @return the client, which knows the server's last transaction
     * @throws io.troupe.core.error.LinkRefusedException if nobody listens there
     * @throws io.troupe.core.error.LinkLostException if the link ends at once, as with a server that speaks another protocol
     * @throws RemoteFailedException if the server refuses the client, for example one that wants to write
     * @throws CallTimeoutException if the server does not answer in time
     * @throws InterruptedException if the thread is interrupted
     */
    public static ObjectClient open(Transport transport, Address address, ClientConfig config)
            throws InterruptedException {
        ObjectClient client = new ObjectClient(config);
        try {
            FramedTransport.over(
                            transport, new FramedConfig(ZeoCodec.MOST_MESSAGE, ZeoCodec.MOST_MESSAGE + Integer.BYTES))
                    .connect(address, client.link)
                    .await(config.patience());
            client.link.awaitGreeting();
            client.register();
            return client;
        } catch (InterruptedException | RuntimeException e) {
            client.close();
            throw e;
        }
    }

    private void register() throws InterruptedException {
        ask(
                reply -> {
                    head = id(reply);
                    return head;
                },
                "register",
                STORAGE,
                config.readOnly());
    }

    /** {@return the last transaction that the server has told this client about; 0 while there is none} */
    public long head() {
        synchronized (link) {
            return head;
        }
    }

    /**
     * Waits until the server has told of a later transaction.
     *
     * @param known a head of before
     * @param limit longest time
     * @param unit of the limit
     * @return the head, which is {@code known} if nothing has happened in time
     * @throws InterruptedException if the thread is interrupted
     * @throws io.troupe.core.error.LinkLostException if the link has ended
     */
    public long awaitHead(long known, long limit, TimeUnit unit) throws InterruptedException {
        return link.awaitCall(() -> head != known, unit.toNanos(limit)) ? head() : known;
    }

    // ---- loads ----------------------------------------------------------------------------------------------------

    /**
     * Reads an object: starts the load, unless it is under way, and waits for it.
     *
     * @param oid the object
     * @param at the transaction as of which it is read; {@link #head} or an earlier one
     * @return the revision, that the object is later, or that it is missing
     * @throws IllegalArgumentException if the client was not told of that transaction
     * @throws RemoteFailedException if the server cannot read the object; the next load asks again
     * @throws CallTimeoutException if the server does not answer in time
     * @throws io.troupe.core.error.LinkLostException if the link has ended
     * @throws InterruptedException if the thread is interrupted
     */
    public Load load(long oid, long at) throws InterruptedException {
        Object outcome = start(oid, at);
        return (Load) Objects.requireNonNull(
                outcome instanceof ClientLink.Call call ? link.outcome(call, "loadBefore") : outcome, "outcome");
    }

    /**
     * Reads an object without waiting for it. Waits only while the window is full, so never with fewer loads under way than that.
     *
     * @param oid the object
     * @param at the transaction as of which it is read; {@link #head} or an earlier one
     * @return what {@link #load} returns or throws, but for a time limit, which is the caller's to set; settled on the loop of
     *     the link, so what is chained to it must not wait
     * @throws IllegalArgumentException if the client was not told of that transaction
     * @throws CallTimeoutException if the window does not get room in time
     * @throws io.troupe.core.error.LinkLostException if the link has ended
     * @throws InterruptedException if the thread is interrupted
     */
    public CompletableFuture<Load> loadLater(long oid, long at) throws InterruptedException {
        Object outcome = start(oid, at);
        return outcome instanceof ClientLink.Call call
                ? call.outcome().thenApply(load -> (Load) Objects.requireNonNull(load, "outcome"))
                : CompletableFuture.completedFuture((Load) outcome);
    }

    /**
     * Starts to read an object, which a later {@link #load} then waits for or finds in the cache. Waits only while the window
     * is full. A failure is not kept: the load asks again.
     *
     * @param oid the object
     * @param at the transaction as of which it is read; {@link #head} or an earlier one
     * @throws IllegalArgumentException if the client was not told of that transaction
     * @throws CallTimeoutException if the window does not get room in time
     * @throws io.troupe.core.error.LinkLostException if the link has ended
     * @throws InterruptedException if the thread is interrupted
     */
    public void prefetch(long oid, long at) throws InterruptedException {
        start(oid, at);
    }

    /** The call that reads the object, or a revision that is known. */
    private Object start(long oid, long at) throws InterruptedException {
        synchronized (link) {
            if (at > head) {
                throw new IllegalArgumentException("a load must be of a transaction that the client was told of: at="
                        + Ids.text(at) + ", head=" + Ids.text(head));
            }
            Key key = new Key(oid, at);
            while (true) {
                Load known = cache.get(oid, at);
                if (known != null) {
                    return known;
                }
                ClientLink.Call same = loads.get(key);
                if (same != null) {
                    return same;
                }
                if (!link.awaitRoom()) { // others had the lock while it waited
                    ClientLink.Call call = link.start(
                            reply -> loaded(oid, reply),
                            fault -> missing(fault),
                            () -> loads.remove(key),
                            "loadBefore",
                            ZeoCodec.id(oid),
                            ZeoCodec.id(at + 1));
                    loads.put(key, call);
                    return call;
                }
            }
        }
    }

    private Load loaded(long oid, @Nullable Object reply) {
        if (reply == null) {
            return new Load.Later();
        }
        if (reply instanceof List<?> list && list.size() == 3 && list.get(0) instanceof byte[] data) {
            Load.Found found = new Load.Found(data, id(list.get(1)), list.get(2) == null ? 0 : id(list.get(2)));
            cache.put(oid, found);
            return found;
        }
        throw new CallFailedException("a load must have data and two ids: oid=" + Ids.text(oid));
    }

    private static Load missing(RemoteFailedException fault) {
        if (fault.type().equals(MISSING)) {
            return new Load.Missing();
        }
        throw fault;
    }

    /** Forgets all revisions. Loads that are under way are kept when they come. */
    public void clearCache() {
        synchronized (link) {
            cache.clear();
        }
    }

    /** {@return bytes of the cache, with an estimate of what its entries cost beside their data} */
    public long cachedBytes() {
        synchronized (link) {
            return cache.bytes();
        }
    }

    // ---- from the server ------------------------------------------------------------------------------------------

    /** On the loop, under the lock of the link. */
    private void called(String operation, List<?> arguments) {
        if (operation.equals("invalidateTransaction")) {
            if (arguments.size() != 2 || !(arguments.get(1) instanceof List<?> oids)) {
                throw new IllegalArgumentException(
                        "an invalidation must have an id and objects: arguments=" + arguments.size());
            }
            long tid = id(arguments.get(0));
            if (tid <= head) {
                throw new IllegalArgumentException("invalidations must come in the order of their transactions: tid="
                        + Ids.text(tid) + ", head=" + Ids.text(head));
            }
            committed(tid, oids.stream().map(ObjectClient::id).toList());
        } // info and others do not matter here
    }

    private void committed(long tid, List<Long> oids) {
        oids.forEach(oid -> cache.invalidate(oid, tid));
        head = tid;
    }

    private static long id(@Nullable Object value) {
        if (value instanceof byte[] bytes && bytes.length == Long.BYTES) {
            return ByteBuffer.wrap(bytes).getLong();
        }
        throw new IllegalArgumentException("an id must have 8 bytes: value=" + value);
    }

    // ---- transactions ---------------------------------------------------------------------------------------------

    /**
     * Commits a transaction. Waits until the disk of the server has it. One transaction at a time; others wait.
     *
     * @param description what for; UTF-8 of 65,535 bytes at most
     * @param changes one per object
     * @return the id of the transaction, which is the {@link #head} or an earlier one
     * @throws IllegalStateException if the client may only read
     * @throws ConflictException if an object has changed since {@link Change#serial}; nothing was committed
     * @throws RemoteFailedException if the server refuses the transaction; nothing was committed
     * @throws CallTimeoutException if the server does not answer in time
     * @throws io.troupe.core.error.LinkLostException if the link has ended; after the vote it may have been committed
     * @throws InterruptedException if the thread is interrupted; the transaction may have been committed
     */
    public long commit(String description, List<? extends Change> changes)
            throws ConflictException, InterruptedException {
        if (config.readOnly()) {
            throw new IllegalStateException("a client must be opened for writing before it commits");
        }
        committing.lockInterruptibly();
        try {
            long transaction = ++lastTransaction;
            link.send(ZeoCodec.call(
                    "tpc_begin", transaction, new byte[0], description.getBytes(StandardCharsets.UTF_8), Map.of()));
            try {
                for (Change change : changes) {
                    send(change, transaction);
                }
                Object conflicts = ask(reply -> reply, "vote", transaction);
                if (conflicts instanceof List<?> list && !list.isEmpty()) {
                    throw new ConflictException(conflict(list.get(0)));
                }
                return finish(transaction, changes);
            } catch (ConflictException | InterruptedException | RuntimeException e) {
                abort(transaction, e);
                throw e;
            }
        } finally {
            committing.unlock();
        }
    }

    private void send(Change change, long transaction) throws InterruptedException {
        byte[] oid = ZeoCodec.id(change.oid());
        byte[] serial = ZeoCodec.id(change.serial());
        if (change instanceof Change.Store store) {
            link.send(ZeoCodec.call("storea", oid, serial, store.data(), transaction));
        } else {
            // answered, but what is wrong with it is told by the vote
            ask(
                    reply -> reply,
                    change instanceof Change.Delete ? "deleteObject" : "checkCurrentSerialInTransaction",
                    oid,
                    serial,
                    transaction);
        }
    }

    private static long conflict(@Nullable Object conflict) {
        return conflict instanceof Map<?, ?> map ? id(map.get("oid")) : id(conflict);
    }

    private long finish(long transaction, List<? extends Change> changes) throws InterruptedException {
        List<Long> oids = new ArrayList<>();
        changes.forEach(change -> {
            if (!(change instanceof Change.Check)) {
                oids.add(change.oid());
            }
        });
        return id(ask(
                reply -> {
                    committed(id(reply), oids);
                    return reply;
                },
                "tpc_finish",
                transaction));
    }

    private void abort(long transaction, Exception cause) {
        try {
            link.start(reply -> null, fault -> null, () -> {}, "tpc_abort", transaction);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            close(); // or the transaction would stay open
        } catch (RuntimeException e) { // the link is down, and with it the transaction
            cause.addSuppressed(e);
        }
    }

    // ---- calls ----------------------------------------------------------------------------------------------------

    private @Nullable Object ask(ClientLink.Settlement settlement, String operation, @Nullable Object... arguments)
            throws InterruptedException {
        ClientLink.Call call = link.start(
                settlement,
                fault -> {
                    throw fault;
                },
                () -> {},
                operation,
                arguments);
        return link.outcome(call, operation);
    }

    /**
     * {@return how many objects the server says it has, with those that were deleted}
     *
     * @throws RemoteFailedException if the server refuses
     * @throws CallTimeoutException if the server does not answer in time
     * @throws io.troupe.core.error.LinkLostException if the link has ended
     * @throws InterruptedException if the thread is interrupted
     */
    public long length() throws InterruptedException {
        return ask(reply -> reply, "get_info") instanceof Map<?, ?> info && info.get("length") instanceof Long length
                ? length
                : 0;
    }

    /** Ends the link. Calls that wait fail. */
    @Override
    public void close() {
        link.close();
    }
}
