// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.etcd;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.Txn;
import io.etcd.jetcd.Watch;
import io.etcd.jetcd.kv.GetResponse;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.DeleteOption;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.LeaseOption;
import io.etcd.jetcd.options.PutOption;
import io.troupe.cluster.registry.MemberInfo;
import io.troupe.cluster.registry.MemberRow;
import io.troupe.cluster.registry.MemberStatus;
import io.troupe.cluster.registry.Registry;
import io.troupe.cluster.registry.RegistryDelta;
import io.troupe.cluster.registry.RegistryException;
import io.troupe.cluster.registry.ShardRow;
import io.troupe.cluster.shard.Plan;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A registry in etcd. Each change is a transaction that compares what it has read, and is tried again when somebody else was
 * faster. Leases are those of etcd. The epoch of a shard is the revision of its last change: it only grows.
 */
final class EtcdRegistry implements Registry {
    /** Shards of one transaction: etcd takes 128 operations, and 128 comparisons. */
    private static final int BATCH = 100;

    private static final Duration KEPT = Duration.ofDays(1);

    private static final ByteSequence VIEW = key("view");
    private static final ByteSequence ROWS = key("row/");
    private static final String MEMBERS = "row/member/";
    private static final String SHARDS = "row/shard/";
    private static final String NAMES = "name/";
    private static final String ALIVE = "alive/";
    private static final String GRAVES = "grave/";

    private final EtcdClients clients;
    private final long lease;
    private final long kept;

    EtcdRegistry(EtcdClients clients, Duration lease) {
        this(clients, lease, KEPT);
    }

    EtcdRegistry(EtcdClients clients, Duration lease, Duration kept) {
        this.clients = clients;
        this.lease = seconds(lease);
        this.kept = seconds(kept);
    }

    /** In etcd leases last whole seconds: no lease is shorter than asked for. */
    private static long seconds(Duration time) {
        return Math.max(1, time.plusNanos(999_999_999).toSeconds());
    }

    @Override
    public boolean join(MemberInfo info) throws RegistryException {
        long deadline = clients.deadline();
        long leased = grant("join: member=" + MemberInfo.idText(info.id()), deadline, lease);
        ByteSequence member = memberKey(info.id());
        ByteSequence name = key(NAMES + info.name());
        MemberValue value = new MemberValue(info, MemberStatus.JOINING, false, leased);
        Change change = new Change();
        change.unchanged(member, 0);
        change.unchanged(name, 0);
        change.put(member, value.bytes());
        change.put(name, id(info.id()));
        change.put(aliveKey(info.id()), ByteSequence.EMPTY, leased);
        if (commit("join: member=" + MemberInfo.idText(info.id()), deadline, change)
                .isSucceeded()) {
            return true;
        }
        // A transaction that was carried out twice has found itself.
        @Nullable Found found = find("join: member=" + MemberInfo.idText(info.id()), deadline, info.id());
        boolean joined = found != null && found.value.lease() == leased;
        if (!joined) {
            revoke(deadline, leased);
        }
        return joined;
    }

    @Override
    public OptionalLong renew(long member) throws RegistryException {
        String what = "renew a lease: member=" + MemberInfo.idText(member);
        long deadline = clients.deadline();
        @Nullable Found found = find(what, deadline, member);
        if (found == null || !found.value.status().isLiving()) {
            return OptionalLong.empty();
        }
        keepAlive(what, deadline, found.value.lease());
        while (true) {
            // Read afterwards: who has fenced the member before is seen.
            TxnResponse read = read(what, deadline, get(memberKey(member)), get(VIEW), get(aliveKey(member)));
            found = Found.in(read, 0);
            if (found == null || !found.value.status().isLiving()) {
                return OptionalLong.empty();
            }
            if (!read.getGetResponses().get(2).getKvs().isEmpty()) {
                return OptionalLong.of(revision(read, 1));
            }
            leaseAgain(what, deadline, found);
        }
    }

    /**
     * Gives a member another lease whose lease is over, unless somebody buries it meanwhile: after an outage of etcd the leases of
     * all are over.
     */
    private void leaseAgain(String what, long deadline, Found found) throws RegistryException {
        long leased = grant(what, deadline, lease);
        Change change = new Change();
        change.unchanged(found.key, found.revision);
        change.put(found.key, found.value.leased(leased).bytes());
        change.put(aliveKey(found.value.info().id()), ByteSequence.EMPTY, leased);
        commit(what, deadline, change); // whether it has succeeded is read
    }

    @Override
    public Map<Long, Duration> leases() throws RegistryException {
        String what = "read leases";
        long deadline = clients.deadline();
        Map<Long, Duration> left = new HashMap<>();
        for (Found found : members(read(what, deadline, getAll(key(MEMBERS)))
                        .getGetResponses()
                        .get(0))
                .values()) {
            if (found.value.status().isLiving()) {
                long seconds = clients.call(what, deadline, client -> client.getLeaseClient()
                                .timeToLive(found.value.lease(), LeaseOption.DEFAULT))
                        .getTTL();
                left.put(found.value.info().id(), Duration.ofSeconds(seconds)); // below zero: it is over
            }
        }
        return left;
    }

    @Override
    public RegistryDelta read(long since) throws RegistryException {
        GetOption changed =
                GetOption.builder().isPrefix(true).withMinModRevision(since + 1).build();
        TxnResponse read =
                read("read members and shards: since=" + since, clients.deadline(), get(VIEW), Op.get(ROWS, changed));
        List<MemberRow> members = new ArrayList<>();
        List<ShardRow> shards = new ArrayList<>();
        for (KeyValue row : read.getGetResponses().get(1).getKvs()) {
            String key = text(row.getKey());
            if (key.startsWith(MEMBERS)) {
                members.add(MemberValue.of(row.getValue()).row(row.getModRevision()));
            } else {
                shards.add(new ShardRow(
                        Integer.parseInt(key.substring(SHARDS.length())),
                        owner(row.getValue()),
                        row.getModRevision(),
                        row.getModRevision()));
            }
        }
        return new RegistryDelta(revision(read, 0), members, shards);
    }

    @Override
    public boolean advance(long member, MemberStatus next) throws RegistryException {
        String what = "change a status: member=" + MemberInfo.idText(member) + ", status=" + next;
        long deadline = clients.deadline();
        while (true) {
            @Nullable Found found = find(what, deadline, member);
            if (found == null || found.value.status().compareTo(next) > 0) {
                return false;
            }
            if (found.value.status() == next) {
                return true;
            }
            if (next == MemberStatus.GONE) {
                end(what, deadline, found, false);
                continue;
            }
            Change change = new Change();
            change.unchanged(found.key, found.revision);
            change.put(found.key, found.value.with(next, false).bytes());
            if (commit(what, deadline, change).isSucceeded()) {
                return true;
            }
        }
    }

    @Override
    public boolean fence(long member) throws RegistryException {
        String what = "fence: member=" + MemberInfo.idText(member);
        long deadline = clients.deadline();
        while (true) {
            @Nullable Found found = find(what, deadline, member);
            if (found == null || !found.value.status().isLiving()) {
                return false;
            }
            if (end(what, deadline, found, true)) {
                return true;
            }
        }
    }

    /** Ends a member, unless its row has changed since it was found. */
    private boolean end(String what, long deadline, Found found, boolean proven, Cmp... more) throws RegistryException {
        long member = found.value.info().id();
        Change change = new Change();
        change.unchanged(found.key, found.revision);
        change.compares.addAll(List.of(more));
        change.put(found.key, found.value.with(MemberStatus.GONE, proven).bytes());
        change.delete(key(NAMES + found.value.info().name()));
        change.delete(aliveKey(member));
        change.put(graveKey(member), ByteSequence.EMPTY, grant(what, deadline, kept));
        return commit(what, deadline, change).isSucceeded();
    }

    @Override
    public int bury() throws RegistryException {
        String what = "bury the silent";
        long deadline = clients.deadline();
        TxnResponse read = read(
                what, deadline, getAll(key(MEMBERS)), getAll(key(ALIVE)), getAll(key(GRAVES)), getAll(key(SHARDS)));
        Set<String> alive = names(read.getGetResponses().get(1), ALIVE);
        Set<String> remembered = names(read.getGetResponses().get(2), GRAVES);
        Set<Long> owners = new HashSet<>();
        read.getGetResponses().get(3).getKvs().forEach(row -> owners.add(owner(row.getValue())));
        int buried = 0;
        for (KeyValue row : read.getGetResponses().get(0).getKvs()) {
            Found found = Found.of(row);
            long member = found.value.info().id();
            String hex = Long.toHexString(member);
            if (found.value.status().isLiving() && !alive.contains(hex)) {
                Cmp silent = new Cmp(aliveKey(member), Cmp.Op.EQUAL, CmpTarget.version(0));
                buried += end(what, deadline, found, false, silent) ? 1 : 0;
            } else if (!found.value.status().isLiving() && !remembered.contains(hex) && !owners.contains(member)) {
                forget(what, deadline, found);
            }
        }
        return buried;
    }

    private void forget(String what, long deadline, Found found) throws RegistryException {
        Cmp same = new Cmp(found.key, Cmp.Op.EQUAL, CmpTarget.modRevision(found.revision));
        Op delete = Op.delete(found.key, DeleteOption.DEFAULT);
        clients.call(
                what,
                deadline,
                client -> client.getKVClient().txn().If(same).Then(delete).commit());
    }

    @Override
    public List<ShardRow> claim(long member, BitSet shards) throws RegistryException {
        String what = "claim shards: member=" + MemberInfo.idText(member) + ", shards=" + shards.cardinality();
        long deadline = clients.deadline();
        List<ShardRow> got = new ArrayList<>();
        BitSet wanted = (BitSet) shards.clone();
        @Nullable Map<Integer, KeyValue> first = null;
        while (true) {
            TxnResponse read = read(what, deadline, getAll(key(MEMBERS)), getAll(key(SHARDS)));
            Map<Long, Found> members = members(read.getGetResponses().get(0));
            Map<Integer, KeyValue> rows = shards(read.getGetResponses().get(1));
            first = first == null ? rows : first;
            for (int shard : wanted.stream().toArray()) {
                @Nullable ShardRow mine = become(shard, first.get(shard), rows.get(shard), member);
                if (mine != null) {
                    got.add(mine); // by a transaction of ours whose answer was lost
                    wanted.clear(shard);
                } else if (!isFree(rows.get(shard), members)) {
                    wanted.clear(shard);
                }
            }
            Found me = members.get(member);
            if (wanted.isEmpty() || me == null || me.value.status() != MemberStatus.ACTIVE) {
                return got;
            }
            int[] numbers = wanted.stream().toArray();
            List<Change> changes = new ArrayList<>();
            for (int from = 0; from < numbers.length; from += BATCH) {
                Change change = new Change();
                change.unchanged(me.key, me.revision);
                for (int i = from; i < Math.min(numbers.length, from + BATCH); i++) {
                    change.own(numbers[i], rows.get(numbers[i]), member);
                }
                changes.add(change);
            }
            List<TxnResponse> done = commit(what, deadline, changes);
            for (int i = 0; i < numbers.length; i++) {
                TxnResponse answer = done.get(i / BATCH);
                if (answer.isSucceeded()) {
                    long revision = answer.getHeader().getRevision();
                    got.add(new ShardRow(numbers[i], member, revision, revision));
                    wanted.clear(numbers[i]);
                }
            }
        }
    }

    @Override
    public List<ShardRow> give(long member, BitSet shards, long to) throws RegistryException {
        Plan.checkStep(shards);
        String what = "give shards: member=" + MemberInfo.idText(member) + ", to=" + MemberInfo.idText(to) + ", shards="
                + shards.cardinality();
        long deadline = clients.deadline();
        @Nullable Map<Integer, KeyValue> first = null;
        while (true) {
            TxnResponse read = read(what, deadline, get(memberKey(member)), get(memberKey(to)), getAll(key(SHARDS)));
            Found giver = Found.in(read, 0);
            Found taker = Found.in(read, 1);
            Map<Integer, KeyValue> rows = shards(read.getGetResponses().get(2));
            Map<Integer, KeyValue> before = first == null ? rows : first;
            first = before;
            List<ShardRow> moved = new ArrayList<>();
            for (int shard : shards.stream().toArray()) {
                KeyValue old = before.get(shard);
                @Nullable ShardRow given = become(shard, old, rows.get(shard), to);
                if (given != null && old != null && owner(old.getValue()) == member) {
                    moved.add(given);
                }
            }
            BitSet mine = new BitSet();
            shards.stream()
                    .filter(shard ->
                            rows.containsKey(shard) && owner(rows.get(shard).getValue()) == member)
                    .forEach(mine::set);
            if (!moved.isEmpty()
                    || mine.isEmpty()
                    || giver == null
                    || taker == null
                    || !giver.value.status().isLiving()
                    || taker.value.status() != MemberStatus.ACTIVE) {
                return moved;
            }
            Change change = new Change();
            change.unchanged(giver.key, giver.revision);
            change.unchanged(taker.key, taker.revision);
            mine.stream().forEach(shard -> change.own(shard, rows.get(shard), to));
            TxnResponse done = commit(what, deadline, change);
            if (done.isSucceeded()) {
                long revision = done.getHeader().getRevision();
                mine.stream().forEach(shard -> moved.add(new ShardRow(shard, to, revision, revision)));
                return moved;
            }
        }
    }

    /** The row of a shard that has come to an owner since it was read first, or null. */
    private static @Nullable ShardRow become(int shard, @Nullable KeyValue before, @Nullable KeyValue now, long owner) {
        if (now == null
                || owner(now.getValue()) != owner
                || (before != null && before.getModRevision() >= now.getModRevision())) {
            return null;
        }
        return new ShardRow(shard, owner, now.getModRevision(), now.getModRevision());
    }

    private static boolean isFree(@Nullable KeyValue row, Map<Long, Found> members) {
        if (row == null) {
            return true;
        }
        Found owner = members.get(owner(row.getValue()));
        return owner != null && !owner.value.status().isLiving();
    }

    @Override
    public Watching watch(Runnable changed) {
        // One per server: that of a server that stands still says nothing.
        List<Watch.Watcher> watchers = clients.all().stream()
                .map(client -> client.getWatchClient().watch(VIEW, answer -> changed.run(), failure -> changed.run()))
                .toList();
        return () -> watchers.forEach(Watch.Watcher::close);
    }

    @Override
    public void close() {
        clients.close();
    }

    private long grant(String what, long deadline, long seconds) throws RegistryException {
        return clients.call(what, deadline, client -> client.getLeaseClient().grant(seconds))
                .getID();
    }

    private void revoke(long deadline, long leased) {
        try {
            clients.call(
                    "end a lease", deadline, client -> client.getLeaseClient().revoke(leased));
        } catch (RegistryException e) {
            // it ends by itself
        }
    }

    /** Extends a lease; whether it was there is seen by the key that has it. */
    private void keepAlive(String what, long deadline, long leased) throws RegistryException {
        clients.call(what, deadline, client -> client.getLeaseClient()
                .keepAliveOnce(leased)
                .handle((answer, failure) -> {
                    if (failure != null && !String.valueOf(failure.getMessage()).contains("lease not found")) {
                        throw new IllegalStateException(failure.getMessage(), failure);
                    }
                    return true;
                }));
    }

    private @Nullable Found find(String what, long deadline, long member) throws RegistryException {
        return Found.in(read(what, deadline, get(memberKey(member))), 0);
    }

    /** Several ranges as of one revision. */
    private TxnResponse read(String what, long deadline, Op... ops) throws RegistryException {
        return clients.call(
                what, deadline, client -> client.getKVClient().txn().Then(ops).commit());
    }

    private TxnResponse commit(String what, long deadline, Change change) throws RegistryException {
        return clients.call(
                what, deadline, client -> change.in(client.getKVClient().txn()).commit());
    }

    /** Several transactions at once, as each waits for the disks of most servers: forty in a row take longer than a lease allows. */
    private List<TxnResponse> commit(String what, long deadline, List<Change> changes) throws RegistryException {
        return clients.call(what, deadline, client -> {
            List<CompletableFuture<TxnResponse>> answers = changes.stream()
                    .map(change -> change.in(client.getKVClient().txn()).commit())
                    .toList();
            return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
                    .thenApply(done ->
                            answers.stream().map(CompletableFuture::join).toList());
        });
    }

    private static Map<Long, Found> members(GetResponse answer) {
        Map<Long, Found> members = new HashMap<>();
        answer.getKvs().forEach(row -> {
            Found found = Found.of(row);
            members.put(found.value.info().id(), found);
        });
        return members;
    }

    private static Map<Integer, KeyValue> shards(GetResponse answer) {
        Map<Integer, KeyValue> shards = new HashMap<>();
        answer.getKvs()
                .forEach(row -> shards.put(Integer.parseInt(text(row.getKey()).substring(SHARDS.length())), row));
        return shards;
    }

    private static Set<String> names(GetResponse answer, String prefix) {
        Set<String> names = new HashSet<>();
        answer.getKvs().forEach(row -> names.add(text(row.getKey()).substring(prefix.length())));
        return names;
    }

    private static long revision(TxnResponse read, int part) {
        List<KeyValue> found = read.getGetResponses().get(part).getKvs();
        return found.isEmpty() ? 0 : found.get(0).getModRevision();
    }

    private static Op get(ByteSequence key) {
        return Op.get(key, GetOption.DEFAULT);
    }

    private static Op getAll(ByteSequence prefix) {
        return Op.get(prefix, GetOption.builder().isPrefix(true).build());
    }

    private static ByteSequence key(String text) {
        return ByteSequence.from(text, StandardCharsets.UTF_8);
    }

    private static String text(ByteSequence bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static ByteSequence id(long member) {
        return key(Long.toHexString(member));
    }

    private static long owner(ByteSequence value) {
        return Long.parseUnsignedLong(text(value), 16);
    }

    private static ByteSequence memberKey(long member) {
        return key(MEMBERS + Long.toHexString(member));
    }

    private static ByteSequence aliveKey(long member) {
        return key(ALIVE + Long.toHexString(member));
    }

    private static ByteSequence graveKey(long member) {
        return key(GRAVES + Long.toHexString(member));
    }

    /** A member as it was read. */
    private record Found(ByteSequence key, MemberValue value, long revision) {
        static Found of(KeyValue row) {
            return new Found(row.getKey(), MemberValue.of(row.getValue()), row.getModRevision());
        }

        static @Nullable Found in(TxnResponse read, int part) {
            List<KeyValue> rows = read.getGetResponses().get(part).getKvs();
            return rows.isEmpty() ? null : of(rows.get(0));
        }
    }

    /** A transaction that changes the view, too. */
    private static final class Change {
        private final List<Cmp> compares = new ArrayList<>();
        private final List<Op> ops = new ArrayList<>();

        Change() {
            put(VIEW, ByteSequence.EMPTY);
        }

        void unchanged(ByteSequence key, long revision) {
            compares.add(new Cmp(key, Cmp.Op.EQUAL, CmpTarget.modRevision(revision)));
        }

        void put(ByteSequence key, ByteSequence value) {
            ops.add(Op.put(key, value, PutOption.DEFAULT));
        }

        void put(ByteSequence key, ByteSequence value, long leased) {
            ops.add(Op.put(key, value, PutOption.builder().withLeaseId(leased).build()));
        }

        void delete(ByteSequence key) {
            ops.add(Op.delete(key, DeleteOption.DEFAULT));
        }

        /** Changes the owner of a shard, if it is as it was read. */
        void own(int shard, @Nullable KeyValue row, long owner) {
            ByteSequence key = key(SHARDS + shard);
            unchanged(key, row == null ? 0 : row.getModRevision());
            put(key, id(owner));
        }

        Txn in(Txn transaction) {
            return transaction.If(compares.toArray(Cmp[]::new)).Then(ops.toArray(Op[]::new));
        }
    }
}
