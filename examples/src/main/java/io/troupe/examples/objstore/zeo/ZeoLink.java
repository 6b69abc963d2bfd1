// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.examples.objstore.filestorage.Change;
import io.troupe.examples.objstore.filestorage.Ids;
import io.troupe.examples.objstore.filestorage.Load;
import io.troupe.examples.objstore.filestorage.Vote;
import io.troupe.examples.objstore.zeo.Loader.LoadRequest;
import io.troupe.net.framed.FrameAcceptance;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One client. Decodes its requests, hands them to loaders and to the committer, and puts what goes back in order.
 *
 * <p>Invariant of order: {@link #head} is the last transaction that the client was told about, by an invalidation, by the reply
 * to its own commit, or when it registered. A reply to a load says how the storage was at that head. It was read at this head
 * or an earlier one; then it is used only if the object has not changed since, and read again otherwise.
 */
public class ZeoLink extends Actor<ZeoLink> {
    /** How long a client may take to register. Those that never do would be kept for ever. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Most bytes of invalidations that wait for a client that does not read. */
    private static final long MOST_UNREAD = 1 << 20;

    /** Bytes of a conflict in a message beside its data, at most. */
    private static final long CONFLICT = 128;

    /** Bytes of the answer to a load beside its data, at most. */
    private static final int LOADED = 512;

    private static final String HANDSHAKE = "M5";
    private static final String MONITOR = "ruok";
    private static final String REGISTER = "register";
    private static final String STORAGE = "1";

    private final long linkId;
    private final WatchedStorage storage;
    private final List<Loader> loaders;
    private final Committer committer;
    private final boolean writable;
    private final MemoryBudget memory;
    private final LinkOutput out;
    private final ArrayDeque<Frame> unsent = new ArrayDeque<>();
    /** What has come since the client asked to be registered; bounded by the bytes that are let in. */
    private final ArrayDeque<byte[]> early = new ArrayDeque<>();

    /**
     * Begin requests whose answers may be long, when the client has read those before them and there is memory. Each says whether
     * the next one may begin at once. Bounded by the requests that are let in.
     */
    private final ArrayDeque<BooleanSupplier> later = new ArrayDeque<>();

    private boolean greeted;
    private boolean registering;
    private boolean registered;
    private boolean readOnly;
    private boolean ended;
    private long head;
    private int nextLoader;
    private long unread;
    private @Nullable Draft draft;
    private boolean voted;
    /** Whether the committer collects what has changed since a transaction. */
    private boolean catchingUp;

    /** The message id, this very array, of the load whose answer has not found room. */
    private byte @Nullable [] needsRoom;

    /** @param requests how many requests are done with when it has left: 1 for a reply, 0 for an invalidation */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Frame(byte[] bytes, int requests) {}

    /**
     * Serves one connection.
     *
     * @param linkId a number that no other link has
     * @param loaders read; one or more
     * @param writable whether clients may write
     * @param memory for open transactions, of all links
     */
    ZeoLink(
            long linkId,
            WatchedStorage storage,
            List<Loader> loaders,
            Committer committer,
            boolean writable,
            MemoryBudget memory,
            LinkOutput out) {
        this.linkId = linkId;
        this.storage = storage;
        this.loaders = loaders;
        this.committer = committer;
        this.writable = writable;
        this.memory = memory;
        this.out = out;
        nextLoader = (int) (linkId % loaders.size());
    }

    @Override
    protected @Nullable Promise<?> onStart() {
        context()
                .after(
                        REGISTER,
                        PATIENCE,
                        () -> end("a client must register in time: limit=" + PATIENCE.toMillis() + " ms"));
        return null;
    }

    // ---- from the connection --------------------------------------------------------------------------------------

    /** A frame has come. It counts as one request until its reply is sent. */
    public void received(byte[] frame) {
        if (registering) {
            early.add(frame);
        } else {
            take(frame);
        }
    }

    private void take(byte[] frame) {
        if (!ended) {
            decode(frame);
            out.taken(frame.length);
        }
    }

    private void decode(byte[] frame) {
        try {
            if (!greeted) {
                greet(new String(frame, 0, Math.min(frame.length, MONITOR.length()), StandardCharsets.US_ASCII));
                out.release(1);
                return;
            }
            Request request = ZeoCodec.request(frame);
            if (request == null) {
                out.release(1);
            } else {
                dispatch(request);
            }
        } catch (MalformedMessageException e) {
            end(String.valueOf(e.getMessage()));
        }
    }

    private void greet(String word) throws MalformedMessageException {
        greeted = true;
        if (word.equals(MONITOR)) {
            ended = true;
            out.send(("{\"" + STORAGE + "\": {\"last-transaction\": \"" + Ids.text(storage.head())
                            + "\", \"reading\": " + (storage.readFailure() == null) + ", \"writing\": "
                            + (writable && storage.writeFailure() == null) + "}}")
                    .getBytes(StandardCharsets.US_ASCII));
            out.close();
        } else if (!word.equals(HANDSHAKE)) {
            throw new MalformedMessageException("a client must speak protocol M5: first bytes="
                    + HexFormat.of().formatHex(word.getBytes(StandardCharsets.US_ASCII)));
        }
    }

    /** There is room again. */
    public void flush() {
        while (!unsent.isEmpty() && isSent(unsent.element())) {
            Frame frame = unsent.remove();
            unread -= frame.requests == 0 ? frame.bytes.length : 0;
        }
        resume();
    }

    /** The connection is gone. */
    public void closed() {
        ended = true;
        unsent.clear();
        early.clear();
        later.clear();
        committer.unsubscribe(linkId, self());
    }

    /** No commit comes any more. */
    public void unsubscribed() {
        context().stop();
    }

    /** Nobody can end the transaction any more. */
    @Override
    protected void onStop() {
        Draft current = draft;
        if (current != null) {
            over(current);
        }
    }

    private void end(String sentence) {
        if (!ended) {
            ended = true;
            unsent.clear();
            early.clear();
            later.clear();
            out.abort(sentence);
        }
    }

    // ---- requests -------------------------------------------------------------------------------------------------

    private void dispatch(Request request) throws MalformedMessageException {
        if (!registered && !request.operation().equals(REGISTER)) {
            throw new MalformedMessageException(
                    "a client must register before its first operation: operation=" + request.operation());
        }
        byte[] id = request.id();
        switch (request.operation()) {
            case REGISTER -> register(request);
            case "loadBefore" ->
                load(new LoadRequest(id, request.id(0), request.id(1), false, LoadRequest.Form.REVISION));
            case "loadSerial" -> load(new LoadRequest(id, request.id(0), request.id(1), true, LoadRequest.Form.DATA));
            case "getTid" -> load(new LoadRequest(id, request.id(0), -1, false, LoadRequest.Form.TID));
            case "lastTransaction" -> answer(id, ZeoCodec.id(head));
            case "ping", "set_client_label" -> done(request, null);
            case "undoInfo", "undoLog" -> answer(id, List.of());
            case "get_info" -> answer(id, info());
            case "getInvalidations" -> catchUp(id, request.id(0));
            case "server_status" -> committer.status(self(), id);
            case "new_oids" -> newOids(request);
            case "tpc_begin" -> begin(request);
            case "storea" -> store(request);
            case "deleteObject", "checkCurrentSerialInTransaction" -> change(request);
            case "vote" -> vote(request);
            case "tpc_finish" -> finish(request);
            case "tpc_abort" -> abort(request);
            default -> unknown(request);
        }
    }

    private void unknown(Request request) {
        Draft current = draft;
        if (!request.async()) {
            fault(request.id(), Fault.unknown(request.operation()));
            return;
        }
        if (current != null) { // undoa, restorea, storeBlobStart …: the vote tells
            current.fail(
                    Fault.storage("an operation must be one that this server has: operation=" + request.operation()));
        }
        done(request, null);
    }

    /** The end of a request without an outcome: a reply if the client waits for one. */
    private void done(Request request, @Nullable Object result) {
        if (request.async()) {
            out.release(1);
        } else {
            answer(request.id(), result);
        }
    }

    private void register(Request request) {
        boolean wantsToWrite = !Boolean.TRUE.equals(request.optional(1));
        if (registered) {
            fault(request.id(), Fault.value("a client must register once"));
        } else if (!STORAGE.equals(request.optional(0))) {
            fault(request.id(), Fault.value("a storage must be one that is served: storage=" + request.optional(0)));
        } else if (wantsToWrite && !writable) {
            fault(request.id(), Fault.readOnly());
        } else {
            registering = true;
            readOnly = !wantsToWrite;
            context().cancelTimer(REGISTER); // from here on it may be silent for ever
            committer.subscribe(linkId, self(), request.id());
        }
    }

    /** One at a time, since the answer may be long. */
    private void catchUp(byte[] id, long since) {
        begin(() -> {
            catchingUp = true;
            committer.invalidations(self(), id, since);
            return false;
        });
    }

    private Map<String, Object> info() {
        Map<String, Object> info = new LinkedHashMap<>();
        info.put("length", storage.length());
        info.put("size", storage.end());
        info.put("name", "troupe");
        info.put("supportsUndo", false);
        info.put("supports_record_iternext", false);
        info.put("interfaces", List.of(List.of("ZODB.interfaces", "IStorage")));
        return info;
    }

    // ---- loads ----------------------------------------------------------------------------------------------------

    private void load(LoadRequest load) {
        begin(() -> isAnswered(load));
    }

    /** Now, or in its turn. */
    private void begin(BooleanSupplier request) {
        later.add(request);
        if (later.size() == 1) {
            resume();
        }
    }

    /** An object in memory is answered in this turn, so as of this head; for others a loader waits for the disk. */
    private boolean isAnswered(LoadRequest load) {
        try {
            Load known = load.serial() ? null : storage.cached(load.oid(), load.tid(), head);
            if (known != null) {
                return isReplied(load, known);
            }
        } catch (IOException e) {
            unreadable(load, String.valueOf(e.getMessage()));
            return true;
        }
        nextLoader = (nextLoader + 1) % loaders.size();
        loaders.get(nextLoader).load(self(), load, head);
        return false;
    }

    /** The client reads again. One request after the other, so that one answer at most waits then. */
    private void resume() {
        boolean goesOn = true;
        while (goesOn && !catchingUp && unsent.isEmpty() && !later.isEmpty()) {
            goesOn = later.remove().getAsBoolean();
        }
    }

    /** A loader has read an object as of a head of this link. */
    public void loaded(LoadRequest load, Load outcome, long seen) {
        if (ended) {
            return;
        }
        if (!unsent.isEmpty()) { // it is read once more, for here it would wait without a bound
            later.add(() -> isAnswered(load));
            return;
        }
        boolean goesOn = true;
        try {
            boolean current = seen == head || storage.isUnchangedSince(load.oid(), seen);
            goesOn = isReplied(load, current ? outcome : again(load));
        } catch (IOException e) {
            unreadable(load, String.valueOf(e.getMessage()));
        }
        if (goesOn) {
            resume();
        }
    }

    /** The object has changed meanwhile. Read here, so that the head stays where it is. */
    private Load again(LoadRequest load) throws IOException {
        return load.serial()
                ? storage.loadSerial(load.oid(), load.tid(), head)
                : storage.loadBefore(load.oid(), load.tid(), head);
    }

    /** Whether there was room for the reply. If not, the object is let go of, and read again when there is. */
    private boolean isReplied(LoadRequest load, Load outcome) {
        if (outcome instanceof Load.Found found
                && found.data().length <= ZeoCodec.MOST_OBJECT
                && !out.hasRoom(found.data().length + LOADED)) {
            later.addFirst(() -> isAnswered(load));
            needsRoom = load.id();
            return false;
        }
        reply(load, outcome);
        return true;
    }

    private void reply(LoadRequest load, Load outcome) {
        answerLoad(load, outcome);
        isDone(load);
    }

    /** An object that is another one now, or cannot be read, may need less room than the one before. */
    private void isDone(LoadRequest load) {
        if (needsRoom == load.id()) {
            needsRoom = null;
            out.noRoomNeeded();
        }
    }

    private void answerLoad(LoadRequest load, Load outcome) {
        if (outcome instanceof Load.Found found && found.data().length > ZeoCodec.MOST_OBJECT) {
            fault(load.id(), Fault.storage(tooLarge(load.oid(), found.data().length)));
        } else if (outcome instanceof Load.Found found) {
            Object next = found.next() == 0 ? null : ZeoCodec.id(found.next());
            answer(
                    load.id(),
                    switch (load.form()) {
                        case REVISION -> Arrays.asList(found.data(), ZeoCodec.id(found.tid()), next);
                        case DATA -> found.data();
                        case TID -> ZeoCodec.id(found.tid());
                    });
        } else if (outcome instanceof Load.Later && load.form() == LoadRequest.Form.REVISION) {
            answer(load.id(), null);
        } else {
            fault(load.id(), Fault.missing(load.oid()));
        }
    }

    private static String tooLarge(long oid, int bytes) {
        return "an object must not be larger than the limit: bytes=" + bytes + ", limit=" + ZeoCodec.MOST_OBJECT
                + ", oid=" + Ids.text(oid);
    }

    /** An object cannot be read: the file is damaged, or the disk. */
    public void notLoaded(LoadRequest load, String sentence) {
        unreadable(load, sentence);
        resume();
    }

    private void unreadable(LoadRequest load, String sentence) {
        fault(load.id(), Fault.storage(sentence));
        isDone(load);
    }

    // ---- transactions ---------------------------------------------------------------------------------------------

    private void newOids(Request request) {
        if (readOnly) {
            fault(request.id(), Fault.readOnly());
        } else {
            committer.newOids(self(), request.id(), request.optional(0) instanceof Long count ? count : 100);
        }
    }

    private void begin(Request request) throws MalformedMessageException {
        Object id = request.optional(0);
        if (readOnly) {
            throw new MalformedMessageException(
                    "a client must be registered for writing before it begins a transaction");
        }
        if (!(id instanceof Long number)) { // the client of Python takes the address of an object
            throw new MalformedMessageException("a transaction must have a number: operation=" + request.operation());
        }
        Draft current = draft;
        if (current != null && !current.hasId(id)) {
            throw new MalformedMessageException("a client must end a transaction before it begins the next");
        }
        if (current == null) {
            Object extension = request.optional(3);
            draft = new Draft(
                    memory,
                    "link-" + linkId,
                    number,
                    request.bytes(1),
                    request.bytes(2),
                    extension instanceof Map<?, ?> map ? PickledMap.of(map) : new byte[0]);
            voted = false;
            if (request.optional(4) != null) {
                draft.fail(Fault.storage(
                        "a transaction must get its id from this server: operation=tpc_begin with a tid"));
            }
        }
        done(request, null);
    }

    /** The transaction that a request names as its argument with this number; null if it is not the open one. */
    private @Nullable Draft draft(Request request, int index) {
        Draft current = draft;
        return current != null && current.hasId(request.optional(index)) ? current : null;
    }

    private void store(Request request) throws MalformedMessageException {
        Draft current = draft(request, 3);
        if (current == null || voted) {
            throw new MalformedMessageException("an object must be stored within a transaction, before its vote");
        }
        long oid = request.id(0);
        byte[] data = request.bytes(2);
        if (data.length > ZeoCodec.MOST_OBJECT) { // no message has room for the answer to a load
            current.fail(Fault.storage(tooLarge(oid, data.length)));
        }
        current.write(new Change.Store(oid, request.optional(1) == null ? 0 : request.id(1), data));
        done(request, null);
    }

    private void change(Request request) throws MalformedMessageException {
        Draft current = draft(request, 2);
        if (current == null || voted) {
            throw new MalformedMessageException("an object must be deleted or checked within a transaction");
        }
        if (request.operation().equals("deleteObject")) {
            current.write(new Change.Delete(request.id(0), request.id(1)));
        } else {
            current.check(new Change.Check(request.id(0), request.id(1)));
        }
        done(request, null);
    }

    private void vote(Request request) {
        Draft current = draft(request, 0);
        Fault failure = current == null ? null : current.failure();
        if (current == null || voted) {
            fault(request.id(), Fault.transaction("a transaction must begin before its vote"));
        } else if (failure != null) {
            draft = null;
            fault(request.id(), failure);
        } else {
            voted = true;
            begin(
                    () -> { // it may be answered with conflicts
                        vote(request.id(), current);
                        return true;
                    });
        }
    }

    private void vote(byte[] id, Draft voter) {
        if (draft == voter) {
            committer.vote(linkId, self(), id, voter);
        } else { // it has waited until the client reads, which has aborted meanwhile
            notVoted(id, voter, Fault.transaction("a transaction must not be aborted before its vote"));
        }
    }

    private void finish(Request request) {
        Draft current = draft(request, 0);
        if (current == null) {
            fault(request.id(), Fault.transaction("a transaction must be voted for before it is finished"));
        } else {
            committer.finish(linkId, self(), request.id(), current);
        }
    }

    private void abort(Request request) {
        Draft current = draft(request, 0);
        if (current != null) {
            draft = null;
            if (voted) {
                committer.withdraw(linkId); // and says what became of the vote, if it was not heard yet
            } else {
                current.release();
            }
        }
        done(request, null);
    }

    // ---- from the committer ---------------------------------------------------------------------------------------

    /** Commits come from here on; those up to this head do not. */
    public void subscribed(byte[] id, long lastTid) {
        registering = false;
        registered = true;
        head = lastTid;
        answer(id, ZeoCodec.id(lastTid));
        while (!ended && !early.isEmpty()) {
            take(early.remove());
        }
    }

    /** What has changed since the transaction that the client has named. */
    public void caughtUp(byte[] id, @Nullable Object changes) {
        catchingUp = false;
        answer(id, changes);
        resume();
    }

    /**
     * Somebody else has committed.
     *
     * @param invalidation the frame that says so; one for all links, not to be changed
     */
    public void committed(long tid, byte[] invalidation) {
        if (ended) {
            return;
        }
        head = tid;
        send(new Frame(invalidation, 0));
        if (unread > MOST_UNREAD && unread > invalidation.length) { // a large one may wait alone
            end("a client must read its invalidations: bytes=" + unread + ", limit=" + MOST_UNREAD);
        }
    }

    /**
     * The vote was taken: without conflicts the transaction is in the file, and can be finished. A client that resolves those
     * that it is told about votes again, and is told about the next ones.
     */
    public void voted(byte[] id, Draft of, List<Vote.Conflict> conflicts) {
        if (draft == of && !conflicts.isEmpty()) {
            voted = false;
        } else { // in the file, or aborted meanwhile
            of.release();
        }
        List<Map<String, Object>> told = new ArrayList<>();
        long bytes = 0;
        for (Vote.Conflict conflict : conflicts) {
            bytes += CONFLICT + conflict.data().length;
            if (!told.isEmpty() && bytes > ZeoCodec.MOST_OBJECT) {
                break;
            }
            told.add(conflict(conflict));
        }
        answer(id, told);
    }

    private static Map<String, Object> conflict(Vote.Conflict conflict) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("oid", ZeoCodec.id(conflict.oid()));
        map.put("serials", List.of(ZeoCodec.id(conflict.committed()), ZeoCodec.id(conflict.serial())));
        map.put("data", conflict.data());
        return map;
    }

    /** The client has neither finished nor aborted what it has voted for. */
    public void turnEnded(Duration limit) {
        end("a client must finish or abort what it has voted for in time: limit=" + limit.toMillis() + " ms");
    }

    /** The vote was refused, and the transaction is over. */
    public void notVoted(byte[] id, Draft of, Fault fault) {
        over(of);
        fault(id, fault);
    }

    /** The commit of this client is on the disk, and others may see it. */
    public void finished(byte[] id, Draft of, long tid, int objects, long size) {
        over(of);
        if (ended) {
            return;
        }
        head = tid;
        Map<String, Object> info = new LinkedHashMap<>();
        info.put("length", objects);
        info.put("size", size);
        send(new Frame(ZeoCodec.call("info", info), 0));
        answer(id, ZeoCodec.id(tid));
    }

    /** The commit of this client has failed. */
    public void notFinished(byte[] id, Draft of, Fault fault) {
        over(of);
        fault(id, fault);
    }

    /** A client that has aborted may have begun the next one. */
    private void over(Draft ended) {
        ended.release();
        if (draft == ended) {
            draft = null;
        }
    }

    // ---- out ------------------------------------------------------------------------------------------------------

    /** Replies. */
    public void answer(byte[] id, @Nullable Object result) {
        send(new Frame(ZeoCodec.reply(id, result), 1));
    }

    /** The committer cannot do what was asked for. */
    public void refused(byte[] id, Fault fault) {
        fault(id, fault);
    }

    private void fault(byte[] id, Fault fault) {
        send(new Frame(ZeoCodec.fault(id, fault), 1));
    }

    private void send(Frame frame) {
        if (!ended && (!unsent.isEmpty() || !isSent(frame))) {
            unsent.add(frame);
            unread += frame.requests == 0 ? frame.bytes.length : 0;
        }
    }

    /** Invalidations are the same bytes for all links, and need no memory of their own. */
    private boolean isSent(Frame frame) {
        if (!out.hasRoom(frame.requests == 0 ? 0 : frame.bytes.length)) {
            return false;
        }
        FrameAcceptance accepted = out.send(frame.bytes);
        if (accepted != FrameAcceptance.FULL && frame.requests > 0) {
            out.release(frame.requests);
        }
        return accepted != FrameAcceptance.FULL;
    }
}
