// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
    void shouldStoreAMebibyte() throws Exception {
        StateStore store = opened();
        byte[] data = new byte[1 << 20];
        Arrays.fill(data, (byte) 0xA7);
        store.commit(List.of(new StateWrite(key("large"), new StoredState(1, 3, data))));
        StoredState read = store.load(key("large"));
        assertThat(read.data()).isEqualTo(data);
        assertThat(read.format()).isEqualTo(3);
    }

    private static StateKey key(String key) {
        return new StateKey("account", key);
    }

    private static StateWrite write(String key, long version, String text) {
        return new StateWrite(key(key), new StoredState(version, 1, text.getBytes(StandardCharsets.UTF_8)));
    }

    private static String text(StateStore store, String key) throws StoreException {
        StoredState state = store.load(key(key));
        return state.version() + " " + new String(state.data(), StandardCharsets.UTF_8);
    }
}
