// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class GroupReaderTest {
    private static final int MOST = 256;

    private final ScriptedStore store = new ScriptedStore();
    private final GroupReader<StateKey, StoredState> reader = new GroupReader<>("read-test", store::load, MOST);
    private final List<String> outcomes = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void close() {
        store.releaseLoads();
        reader.close();
    }

    @Test
    void shouldReadTogetherWhatWaits() throws Exception {
        store(key("a"), 7);
        holdUp();
        CountDownLatch told = read("a", "b", "a", "c");
        store.releaseLoads();
        told.await();
        assertThat(store.groups()).containsExactly(keys("first"), keys("a", "b", "c"));
        assertThat(outcomes).containsExactlyInAnyOrder("a 7", "a 7", "b none", "c none");
    }

    @Test
    void shouldReadOneKeyAtOnce() throws Exception {
        store(key("a"), 7);
        store.releaseLoads();
        read("a").await();
        assertThat(store.groups()).containsExactly(keys("a"));
    }

    /** It is asked while a reading is under way that has begun before the commit. */
    @Test
    void shouldFindWhatWasCommittedBeforeItWasAsked() throws Exception {
        holdUp();
        store(key("a"), 8);
        CountDownLatch told = read("a");
        store.releaseLoads();
        told.await();
        assertThat(outcomes).containsExactly("a 8");
    }

    @Test
    void shouldBoundTheKeysOfAGroup() throws Exception {
        holdUp();
        String[] many = IntStream.range(0, MOST + 10).mapToObj(i -> "k" + i).toArray(String[]::new);
        CountDownLatch told = read(many);
        store.releaseLoads();
        told.await();
        assertThat(store.groups()).extracting(List::size).containsExactly(1, MOST, 10);
    }

    @Test
    void shouldReadTheOthersOfAGroupThatOneKeyFails() throws Exception {
        store(key("a"), 7);
        store(key("c"), 9);
        holdUp();
        CountDownLatch told = read("a", "bad", "c", "d");
        store.failLoadsOf("bad");
        store.releaseLoads();
        told.await();
        assertThat(outcomes).containsExactly("a 7", "bad the test says so", "c 9", "d none");
        assertThat(store.groups())
                .containsExactly(keys("first"), keys("a", "bad", "c", "d"), keys("bad"), keys("c"), keys("d"));
    }

    @Test
    void shouldNotTryEachKeyOfAGroupWhenTheStoreIsAway() throws Exception {
        store(key("d"), 7);
        holdUp();
        CountDownLatch told = read("a", "b", "c", "d");
        store.failLoads(4); // the key that nobody looks at, the group, and two alone
        store.releaseLoads();
        told.await();
        read("d").await();
        assertThat(outcomes)
                .containsExactly(
                        "a the test says so", "b the test says so", "c the test says so", "d the test says so", "d 7");
    }

    static List<Throwable> broken() {
        return List.of(new IllegalStateException("scripted"), new NoClassDefFoundError("scripted"));
    }

    @ParameterizedTest
    @MethodSource("broken")
    void shouldSurviveADriverThatThrowsSomethingElse(Throwable cause) throws Exception {
        store.breakNext(cause);
        store.releaseLoads();
        read("a").await();
        read("a").await();
        assertThat(outcomes).containsExactly("a a store must be readable: cause=" + cause, "a none");
    }

    @Test
    void shouldFailWhatWaitsWhenItCloses() throws Exception {
        holdUp();
        CountDownLatch told = read("a");
        Thread closing = new Thread(reader::close);
        closing.start();
        told.await();
        store.releaseLoads();
        closing.join();
        read("b").await();
        assertThat(outcomes).containsExactly("a a store must not be closing", "b a store must not be closing");
    }

    /** The reader is busy with a key that nobody looks at. */
    private void holdUp() throws InterruptedException {
        store.blockLoads();
        reader.read(key("first"), (state, failure) -> {});
        store.awaitLoad();
    }

    private CountDownLatch read(String... names) {
        CountDownLatch told = new CountDownLatch(names.length);
        for (String name : names) {
            reader.read(key(name), (state, failure) -> {
                String found = state == null ? "none" : Long.toString(state.version());
                outcomes.add(name + " " + (failure == null ? found : failure.getMessage()));
                told.countDown();
            });
        }
        return told;
    }

    private void store(StateKey key, long version) throws StoreException {
        store.memory().commit(List.of(new StateWrite(key, new StoredState(version, 1, new byte[1]))));
    }

    private static List<StateKey> keys(String... names) {
        return List.of(names).stream().map(GroupReaderTest::key).toList();
    }

    private static StateKey key(String name) {
        return new StateKey("t", name);
    }
}
