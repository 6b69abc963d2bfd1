// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.cluster.store.RowChanges.StoredEvent;
import io.troupe.cluster.store.StateStore.CallQuestion;
import io.troupe.cluster.store.StateStore.RememberedCall;
import io.troupe.cluster.store.StateStore.StoredJournal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What every store does. A subclass per store. */
public abstract class StateStoreContract {
    private final List<StateStore> opened = new ArrayList<>();

    /** Opens the same store again: it takes over whoever had it before. */
    protected abstract StateStore open() throws Exception;

    private StateStore opened() throws Exception {
        StateStore store = open();
        opened.add(store);
        return store;
    }

    @AfterEach
    void closeAll() {
        opened.forEach(StateStore::close);
    }

    @Test
    void shouldFindNothingWhereNothingWasStored() throws Exception {
        assertThat(opened().load(new StateKey("account", "4711"))).isNull();
    }

    @Test
    void shouldReadWhatWasStoredAlsoWhenOpenedAgain() throws Exception {
        StateStore store = opened();
        assertThat(store.commit(List.of(write("a", 1, "one"), write("b", 7, "two"))))
                .containsExactly(true, true);
        assertThat(text(store, "b")).isEqualTo("7 two");
        store.close();
        StateStore again = opened();
        assertThat(text(again, "a")).isEqualTo("1 one");
        assertThat(again.commit(List.of(write("a", 2, "three")))).containsExactly(true);
        assertThat(text(again, "a")).isEqualTo("2 three");
    }

    @Test
    void shouldRefuseAVersionThatIsNotNewerAndStoreTheOthers() throws Exception {
        StateStore store = opened();
        store.commit(List.of(write("a", 5, "five")));
        assertThat(store.commit(List.of(write("z", 1, "one"), write("a", 5, "other"), write("b", 1, "one"))))
                .containsExactly(true, false, true);
        assertThat(text(store, "a")).isEqualTo("5 five");
    }

    @Test
    void shouldRefuseAllWritesOfWhoWasTakenOver() throws Exception {
        StateStore old = opened();
        old.commit(List.of(write("a", 1, "old")));
        StateStore next = opened();
        assertThat(old.commit(List.of(write("a", 2, "stale"), write("b", 1, "stale"))))
                .containsExactly(false, false);
        assertThat(text(next, "a")).isEqualTo("1 old");
        assertThat(next.load(key("b"))).isNull();
        assertThat(next.commit(List.of(write("a", 2, "new")))).containsExactly(true);
        assertThat(old.commit(List.of(write("a", 3, "stale")))).containsExactly(false);
    }

    @Test
    void shouldKeepKeysAndTypesApartByEachCharacter() throws Exception {
        StateStore store = opened();
        List<StateWrite> writes = new ArrayList<>();
        for (String key : List.of("a", "A", "ä", "a ", "a'b", "\"", "%", "😀", "x".repeat(512))) {
            writes.add(write(key, 1, key));
        }
        assertThat(store.commit(writes)).containsOnly(true);
        for (StateWrite write : writes) {
            assertThat(text(store, write.key().key()))
                    .isEqualTo("1 " + write.key().key());
        }
        assertThat(store.load(new StateKey("other", "a"))).isNull();
    }

    @Test
    void shouldStoreAThousandRowsAtOnce() throws Exception {
        StateStore store = opened();
        List<StateWrite> writes = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            writes.add(write("key-" + i, 1, "value-" + i));
        }
        boolean[] stored = store.commit(writes);
        assertThat(stored).hasSize(1000).containsOnly(true);
        assertThat(text(store, "key-999")).isEqualTo("1 value-999");
    }

    @Test
    void shouldReadManyKeysAtOnceAndTellEachOnce() throws Exception {
        StateStore store = opened();
        List<StateWrite> writes = new ArrayList<>();
        List<StateKey> keys = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            writes.add(write("key-" + i, i + 1, "value-" + i));
            keys.add(key("key-" + i));
            keys.add(key("none-" + i));
        }
        keys.add(new StateKey("other", "key-1"));
        keys.add(new StateKey("account", "a'b{\"},\\NULL"));
        store.commit(writes);
        store.commit(List.of(new StateWrite(key("empty"), StoredState.ofJournal(9))));
        keys.add(key("empty"));
        Map<StateKey, String> found = new HashMap<>();
        store.load(keys, (key, state) -> {
            String text = state == null ? "none" : state.version() + " " + state.format() + " " + text(state);
            assertThat(found.put(key, text)).isNull();
        });
        assertThat(found.keySet()).containsExactlyInAnyOrderElementsOf(keys);
        assertThat(found.get(key("key-7"))).isEqualTo("8 1 value-7");
        assertThat(found.get(key("empty"))).isEqualTo("9 0 ");
        assertThat(found.values().stream().filter("none"::equals)).hasSize(302);
    }

    /** More than a store takes from its database at a time. */
    @Test
    void shouldReadManyLargeStatesAtOnce() throws Exception {
        StateStore store = opened();
        List<StateKey> keys = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            keys.add(key("large-" + i));
            store.commit(List.of(new StateWrite(keys.get(i), new StoredState(1, 1, new byte[(1 << 20) - i]))));
        }
        Map<StateKey, Integer> found = new HashMap<>();
        store.load(keys, (key, state) -> assertThat(found.put(key, state.data().length))
                .isNull());
        for (int i = 0; i < 10; i++) {
            assertThat(found.get(keys.get(i))).isEqualTo((1 << 20) - i);
        }
    }

    @Test
    void shouldStoreAMebibyte() throws Exception {
        StateStore store = opened();
        byte[] data = new byte[1 << 20];
        Arrays.fill(data, (byte) 0xA7);
        store.commit(List.of(new StateWrite(key("large"), new StoredState(1, 3, data))));
        StoredState read = store.load(key("large"));
        assertThat(read.data()).isEqualTo(data);
        assertThat(read.format()).isEqualTo(3);
    }

    @Test
    void shouldStoreAStateWithAllThatGoesWithItOrNothing() throws Exception {
        StateStore store = opened();
        RowChanges rows = new RowChanges(
                List.of(call("one"), call("two")),
                List.of(effect("a", 1, "b"), effect("a", 2, "b"), effect("a", 3, "c")),
                List.of(),
                List.of(new ReminderChange("tea", ReminderChange.ANY, reminder("a", "tea", 500, 0))));
        assertThat(store.commit(List.of(new StateWrite(key("a"), state(1, "one"), rows))))
                .containsExactly(true);
        assertThat(store.commit(List.of(new StateWrite(
                        key("a"),
                        state(1, "again"),
                        new RowChanges(
                                List.of(call("three")),
                                List.of(effect("a", 9, "b")),
                                List.of(),
                                List.of(new ReminderChange("tea", ReminderChange.ANY, null)))))))
                .containsExactly(false);
        assertThat(store.callIds(key("a"), 10)).containsExactlyInAnyOrder("one", "two");
        assertThat(store.callIds(key("a"), 1)).hasSize(1);
        assertThat(store.call(key("a"), "three")).isNull();
        StoredCall read = store.call(key("a"), "two");
        assertThat(read.method()).isEqualTo("deposit(long)");
        assertThat(read.reply()).containsExactly(1, 2);
        assertThat(read.expires()).isEqualTo(1_000);
        assertThat(store.effects(0, 10)).extracting(StoredEffect::sequence).containsExactly(1L, 2L, 3L);
        assertThat(store.effects(store.effects(0, 1).get(0).id(), 1))
                .extracting(StoredEffect::sequence)
                .containsExactly(2L);
        assertThat(store.effects(key("a"), key("c"), 0, 10))
                .extracting(StoredEffect::sequence)
                .containsExactly(3L);
        StoredReminder tea = store.reminders(500, 10).get(0);
        assertThat(tea.key()).isEqualTo(key("a"));
        assertThat(tea.arguments()).containsExactly(3);
        assertThat(store.reminders(499, 10)).isEmpty();
        assertThat(store.nextReminder(499)).isEqualTo(500);
        assertThat(store.nextReminder(500)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldStoreRowsWithoutAStateUnlessTheShardIsSomebodyElses() throws Exception {
        StateStore old = opened();
        assertThat(old.commit(List.of(rows("a", effect("a", 1, "b"))))).containsExactly(true);
        StateStore next = opened();
        assertThat(old.commit(List.of(rows("a", effect("a", 2, "b"))))).containsExactly(false);
        assertThat(next.effects(0, 10)).hasSize(1);
        assertThat(next.commit(List.of(rows("a", effect("a", 2, "b")), write("z", 1, "z"))))
                .containsExactly(true, true);
        assertThat(next.effects(0, 10)).hasSize(2);
        assertThat(next.load(key("a"))).isNull();
    }

    @Test
    void shouldDeleteWhatIsAnsweredWithWhatItsReceiverRemembers() throws Exception {
        StateStore store = opened();
        store.commit(List.of(rows("a", effect("a", 1, "b"), effect("a", 2, "b"))));
        List<StoredEffect> effects = store.effects(0, 10);
        StoredCall done = new StoredCall(effects.get(0).callId(), "m()", new byte[1], Long.MAX_VALUE);
        store.commit(List.of(new StateWrite(
                key("b"), state(1, "b"), new RowChanges(List.of(done), List.of(), List.of(), List.of()))));
        assertThat(store.callIds(key("b"), 10)).containsExactly(done.id());
        store.commit(List.of(attempts("a", new EffectChange(effects.get(0), true))));
        assertThat(store.effects(0, 10)).extracting(StoredEffect::sequence).containsExactly(2L);
        assertThat(store.callIds(key("b"), 10)).isEmpty();
    }

    @Test
    void shouldLetTheReceiverRememberWhatOthersMayCallToo() throws Exception {
        StateStore store = opened();
        store.commit(List.of(rows("a", effect("a", 1, "b"))));
        StoredEffect effect = store.effects(0, 10).get(0);
        StoredCall done = new StoredCall(effect.callId(), "m()", new byte[1], Long.MAX_VALUE);
        store.commit(List.of(new StateWrite(
                key("b"), state(1, "b"), new RowChanges(List.of(done), List.of(), List.of(), List.of()))));
        store.commit(List.of(attempts("a", new EffectChange(effect, true, 77))));
        assertThat(store.effects(0, 10)).isEmpty();
        assertThat(store.expireCalls(76, 10)).isZero();
        assertThat(store.callIds(key("b"), 10)).containsExactly(done.id());
        assertThat(store.expireCalls(77, 10)).isEqualTo(1);
    }

    @Test
    void shouldKeepWhatWasGivenUpUntilItIsQueuedAgain() throws Exception {
        StateStore store = opened();
        store.commit(List.of(rows("a", effect("a", 1, "b"), effect("a", 2, "b"))));
        StoredEffect first = store.effects(0, 10).get(0);
        long last = store.effects(0, 10).get(1).id();
        for (int i = 0; i < StoredEffect.MOST_TRIES; i++) {
            first = first.failed(70 + i);
        }
        store.commit(List.of(attempts("a", new EffectChange(first, false))));
        assertThat(store.effects(0, 10)).extracting(StoredEffect::sequence).containsExactly(2L);
        assertThat(store.effects(key("a"), key("b"), 0, 10)).hasSize(1);
        assertThat(store.deadEffects()).isEqualTo(1);
        assertThat(store.requeueEffects(10)).isEqualTo(1);
        assertThat(store.requeueEffects(10)).isZero();
        StoredEffect again = store.effects(last, 10).get(0);
        assertThat(again.sequence()).isEqualTo(1);
        assertThat(again.callId()).isEqualTo(first.callId());
        assertThat(again.tries()).isZero();
        assertThat(store.deadEffects()).isZero();
    }

    @Test
    void shouldMoveAndDeleteRemindersOnlyIfTheyAreTheOnesMeant() throws Exception {
        StateStore store = opened();
        remind(store, ReminderChange.ANY, reminder("a", "tea", 500, 100));
        remind(store, 499, reminder("a", "tea", 900, 100));
        assertThat(store.reminders(899, 10)).extracting(StoredReminder::due).containsExactly(500L);
        remind(store, 500, reminder("a", "tea", 500, 100).failed(700));
        assertThat(store.reminders(699, 10)).isEmpty();
        assertThat(store.reminders(700, 10)).extracting(StoredReminder::tries).containsExactly(1);
        remind(store, ReminderChange.ANY, reminder("a", "tea", 800, 100));
        assertThat(store.reminders(800, 10)).extracting(StoredReminder::tries).containsExactly(0);
        assertThat(store.commit(List.of(new StateWrite(key("a"), null, changes(new ReminderChange("tea", 500, null))))))
                .containsExactly(true);
        assertThat(store.reminders(800, 10)).hasSize(1);
        store.commit(List.of(new StateWrite(key("a"), null, changes(new ReminderChange("tea", 800, null)))));
        assertThat(store.nextReminder(0)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldForgetCallsThatHaveExpired() throws Exception {
        StateStore store = opened();
        List<StoredCall> calls = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            calls.add(new StoredCall("c" + i, "m()", new byte[1], i));
        }
        store.commit(List.of(
                new StateWrite(key("a"), state(1, "a"), new RowChanges(calls, List.of(), List.of(), List.of()))));
        assertThat(store.expireCalls(4, 100)).isEqualTo(5);
        assertThat(store.callIds(key("a"), 100)).containsExactlyInAnyOrder("c5", "c6", "c7", "c8", "c9");
        store.commit(List.of(new StateWrite(
                key("a"),
                state(2, "a"),
                new RowChanges(
                        List.of(new StoredCall("c9", "m()", new byte[] {7}, 100)), List.of(), List.of(), List.of()))));
        assertThat(store.call(key("a"), "c9").reply()).containsExactly(7);
        assertThat(store.expireCalls(50, 100)).isEqualTo(4);
    }

    @Test
    void shouldStoreRowsOfAThousandKeysAtOnce() throws Exception {
        StateStore store = opened();
        List<StateWrite> writes = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            String from = "key-" + i;
            writes.add(new StateWrite(
                    key(from),
                    state(1, from),
                    new RowChanges(
                            List.of(call("id")),
                            List.of(effect(from, 1, "sink")),
                            List.of(),
                            List.of(new ReminderChange("r", ReminderChange.ANY, reminder(from, "r", i, 0))))));
        }
        assertThat(store.commit(writes)).hasSize(1000).containsOnly(true);
        assertThat(store.effects(0, 2000)).hasSize(1000);
        assertThat(store.reminders(499, 2000))
                .hasSize(500)
                .isSortedAccordingTo(Comparator.comparing(StoredReminder::at));
    }

    @Test
    void shouldStoreEventsAndTheNewestSnapshotWithTheVersionOrNothing() throws Exception {
        StateStore store = opened();
        assertThat(store.events(key("a"), 0, 10)).isEmpty();
        assertThat(store.snapshot(key("a"))).isNull();
        assertThat(store.commit(List.of(recorded("a", 1, null), recorded("b", 1, state(1, "of b")))))
                .containsExactly(true, true);
        assertThat(store.commit(List.of(recorded("a", 2, state(2, "two")).then(recorded("a", 3, null)))))
                .containsExactly(true);
        assertThat(store.commit(List.of(recorded("a", 3, state(3, "again")), recorded("b", 2, null))))
                .containsExactly(false, true);
        assertThat(store.load(key("a")).version()).isEqualTo(3);
        assertThat(store.load(key("a")).format()).isEqualTo(StoredState.JOURNAL);
        assertThat(store.load(key("a")).data()).isEmpty();
        assertThat(events(store, "a", 0, 10)).containsExactly("1 one at 10", "2 one at 20", "3 one at 30");
        assertThat(events(store, "a", 1, 1)).containsExactly("2 one at 20");
        assertThat(events(store, "b", 0, 10)).containsExactly("1 one at 10", "2 one at 20");
        StoredState snapshot = store.snapshot(key("a"));
        assertThat(snapshot.version()).isEqualTo(2);
        assertThat(snapshot.format()).isEqualTo(1);
        assertThat(new String(snapshot.data(), StandardCharsets.UTF_8)).isEqualTo("two");
        store.commit(List.of(recorded("a", 4, state(4, "four"))));
        assertThat(store.snapshot(key("a")).version()).isEqualTo(4);
        assertThat(new String(store.snapshot(key("b")).data(), StandardCharsets.UTF_8))
                .isEqualTo("of b");
    }

    @Test
    void shouldStoreNoEventOfWhoWasTakenOver() throws Exception {
        StateStore old = opened();
        old.commit(List.of(recorded("a", 1, null)));
        StateStore next = opened();
        assertThat(old.commit(List.of(recorded("a", 2, state(2, "stale"))))).containsExactly(false);
        assertThat(events(next, "a", 0, 10)).containsExactly("1 one at 10");
        assertThat(next.snapshot(key("a"))).isNull();
        assertThat(next.commit(List.of(recorded("a", 2, null)))).containsExactly(true);
        assertThat(events(next, "a", 0, 10)).containsExactly("1 one at 10", "2 one at 20");
    }

    @Test
    void shouldStoreAThousandEventsOfOneKeyAtOnce() throws Exception {
        StateStore store = opened();
        StateWrite all = recorded("a", 1, null);
        for (int i = 2; i <= 1000; i++) {
            all = all.then(recorded("a", i, null));
        }
        assertThat(store.commit(List.of(all))).containsExactly(true);
        assertThat(store.events(key("a"), 0, 2000))
                .hasSize(1000)
                .isSortedAccordingTo(Comparator.comparing(StoredEvent::version));
        assertThat(store.load(key("a")).version()).isEqualTo(1000);
    }

    @Test
    void shouldReadJournalsOfManyKeysTogether() throws Exception {
        StateStore store = opened();
        store.commit(List.of(recorded("a", 1, null), recorded("b", 1, state(1, "of b"))));
        store.commit(List.of(recorded("a", 2, null), recorded("b", 2, null)));
        Map<String, StoredJournal> found = new HashMap<>();
        store.journals(List.of(key("b"), key("none"), key("a")), (key, journal) -> found.put(key.key(), journal));
        assertThat(found).containsOnlyKeys("a", "b", "none");
        assertThat(found.get("a").snapshot()).isNull();
        assertThat(versions(found.get("a"))).containsExactly(1L, 2L);
        assertThat(found.get("b").snapshot().version()).isEqualTo(1);
        assertThat(versions(found.get("b"))).containsExactly(2L);
        assertThat(found.get("none").snapshot()).isNull();
        assertThat(found.get("none").events()).isEmpty();
    }

    /** More events than are read at once, and more bytes than an answer may have. */
    @Test
    void shouldReadLongAndLargeJournalsToTheirEnds() throws Exception {
        StateStore store = opened();
        StateWrite many = recorded("many", 1, null);
        for (int i = 2; i <= StoredJournal.PAGE + 1; i++) {
            many = many.then(recorded("many", i, null));
        }
        store.commit(List.of(many));
        for (String name : List.of("large", "larger")) {
            StateWrite large = large(name, 1);
            for (int i = 2; i <= 9; i++) {
                large = large.then(large(name, i));
            }
            store.commit(List.of(large));
        }
        Map<String, StoredJournal> found = new HashMap<>();
        store.journals(
                List.of(key("large"), key("many"), key("larger")), (key, journal) -> found.put(key.key(), journal));
        assertThat(versions(found.get("many"))).hasSize(StoredJournal.PAGE + 1).isSorted();
        assertThat(versions(found.get("large"))).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
        assertThat(versions(found.get("larger"))).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
    }

    @Test
    void shouldReadCallsOfManyKeysTogether() throws Exception {
        StateStore store = opened();
        byte[] large = new byte[3 << 20];
        RowChanges ofA = new RowChanges(
                List.of(call("one"), new StoredCall("two", "m()", large, 5)), List.of(), List.of(), List.of());
        RowChanges ofB =
                new RowChanges(List.of(new StoredCall("two", "n()", large, 6)), List.of(), List.of(), List.of());
        store.commit(List.of(new StateWrite(key("a"), null, ofA), new StateWrite(key("b"), null, ofB)));
        List<CallQuestion> questions = List.of(
                new CallQuestion(key("a"), "two", 10),
                new CallQuestion(key("a"), "three", 1),
                new CallQuestion(key("b"), "two", 0),
                new CallQuestion(key("none"), "two", 10));
        Map<CallQuestion, RememberedCall> found = new HashMap<>();
        store.calls(questions, found::put);
        assertThat(found).containsOnlyKeys(questions);
        assertThat(found.get(questions.get(0)).call().method()).isEqualTo("m()");
        assertThat(found.get(questions.get(0)).call().reply()).hasSize(large.length);
        assertThat(found.get(questions.get(0)).ids()).containsExactlyInAnyOrder("one", "two");
        assertThat(found.get(questions.get(1)).call()).isNull();
        assertThat(found.get(questions.get(1)).ids()).hasSize(1);
        assertThat(found.get(questions.get(2)).call().expires()).isEqualTo(6);
        assertThat(found.get(questions.get(2)).ids()).isNull();
        assertThat(found.get(questions.get(3))).isEqualTo(new RememberedCall(null, List.of()));
    }

    private static List<Long> versions(StoredJournal journal) {
        return journal.events().stream().map(StoredEvent::version).toList();
    }

    private static StateWrite large(String key, long version) {
        StoredEvent event = new StoredEvent(version, 1, new byte[1 << 20], version * 10);
        return new StateWrite(key(key), StoredState.ofJournal(version), RowChanges.NONE.with(event, null));
    }

    private static StateWrite recorded(String key, long version, StoredState snapshot) {
        StoredEvent event = new StoredEvent(version, 1, "one".getBytes(StandardCharsets.UTF_8), version * 10);
        return new StateWrite(key(key), StoredState.ofJournal(version), RowChanges.NONE.with(event, snapshot));
    }

    private static List<String> events(StateStore store, String key, long after, int limit) throws StoreException {
        return store.events(key(key), after, limit).stream()
                .map(each ->
                        each.version() + " " + new String(each.data(), StandardCharsets.UTF_8) + " at " + each.at())
                .toList();
    }

    private static void remind(StateStore store, long ifDue, StoredReminder next) throws StoreException {
        store.commit(List.of(new StateWrite(next.key(), null, changes(new ReminderChange(next.name(), ifDue, next)))));
    }

    private static RowChanges changes(ReminderChange change) {
        return new RowChanges(List.of(), List.of(), List.of(), List.of(change));
    }

    private static StateWrite rows(String from, StoredEffect... effects) {
        return new StateWrite(key(from), null, new RowChanges(List.of(), List.of(effects), List.of(), List.of()));
    }

    private static StateWrite attempts(String from, EffectChange attempt) {
        return new StateWrite(key(from), null, new RowChanges(List.of(), List.of(), List.of(attempt), List.of()));
    }

    private static StoredCall call(String id) {
        return new StoredCall(id, "deposit(long)", new byte[] {1, 2}, 1_000);
    }

    private static StoredEffect effect(String from, long sequence, String to) {
        return new StoredEffect(0, key(from), sequence, key(to), "add(long)", new byte[] {5}, 0, 0);
    }

    private static StoredReminder reminder(String key, String name, long due, long every) {
        return new StoredReminder(key(key), name, due, every, "statement()", new byte[] {3}, due, 0);
    }

    private static StoredState state(long version, String text) {
        return new StoredState(version, 1, text.getBytes(StandardCharsets.UTF_8));
    }

    private static StateKey key(String key) {
        return new StateKey("account", key);
    }

    private static StateWrite write(String key, long version, String text) {
        return new StateWrite(key(key), new StoredState(version, 1, text.getBytes(StandardCharsets.UTF_8)));
    }

    private static String text(StateStore store, String key) throws StoreException {
        StoredState state = store.load(key(key));
        return state.version() + " " + text(state);
    }

    private static String text(StoredState state) {
        return new String(state.data(), StandardCharsets.UTF_8);
    }
}
