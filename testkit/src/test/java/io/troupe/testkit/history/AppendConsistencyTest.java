// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import static io.troupe.testkit.history.ListTransaction.append;
import static io.troupe.testkit.history.ListTransaction.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.testkit.history.ListTransaction.Access;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class AppendConsistencyTest {
    private final History<ListTransaction> history = new History<>();

    private Invocation<ListTransaction> begin(Access... accesses) {
        return history.of("T" + history.size()).invoke(ListTransaction.of(accesses));
    }

    /** A transaction that was committed; results are those of its reads. */
    private void done(List<Access> accesses, List<?>... reads) {
        List<@Nullable Object> results = new ArrayList<>();
        int next = 0;
        for (Access access : accesses) {
            results.add(access.isRead() ? reads[next++] : null);
        }
        begin(accesses.toArray(Access[]::new)).ok(results);
    }

    private List<String> names(IsolationLevel level) {
        return AppendConsistency.check(history, level).names();
    }

    private void isExactly(IsolationLevel weakestThatForbids, String anomaly) {
        for (IsolationLevel level : IsolationLevel.values()) {
            if (level.compareTo(weakestThatForbids) < 0) {
                assertThat(names(level)).as("%s", level).isEmpty();
            } else {
                assertThat(names(level)).as("%s", level).containsExactly(anomaly);
            }
        }
    }

    @Test
    void shouldAcceptWhatRunsOneByOne() {
        done(List.of(append("x", 1), append("y", 1)));
        done(List.of(read("x"), append("y", 2), read("y")), List.of(1), List.of(1, 2));
        done(List.of(append("x", 2), append("x", 3)));
        done(List.of(read("x"), read("y")), List.of(1, 2, 3), List.of(1, 2));
        done(List.of(read("x")), List.of()); // real time does not matter
        assertThat(AppendConsistency.check(history, IsolationLevel.SERIALIZABLE))
                .hasToString("the history is correct: property=serializable");
    }

    @Test
    void shouldFindADirtyWrite() {
        done(List.of(append("x", 1), append("y", 1)));
        done(List.of(append("x", 2), append("y", 2)));
        done(List.of(read("x")), List.of(1, 2));
        done(List.of(read("y")), List.of(2, 1));
        isExactly(IsolationLevel.READ_UNCOMMITTED, "G0");
        assertThat(AppendConsistency.check(history, IsolationLevel.SERIALIZABLE))
                .hasToString(
                        """
                        the history is not correct: property=serializable, anomalies=G0
                        G0: appends of transactions must have one order
                          T0: append x 1, append y 1   —ww→ it appends to x before the next
                          T1: append x 2, append y 2   —ww→ it appends to y before the next
                        """);
    }

    @Test
    void shouldFindAnAbortedRead() {
        begin(append("x", 1)).fail();
        done(List.of(read("x")), List.of(1));
        isExactly(IsolationLevel.READ_COMMITTED, "G1a");
    }

    @Test
    void shouldFindAnIntermediateRead() {
        done(List.of(append("x", 1), append("x", 2)));
        done(List.of(read("x")), List.of(1));
        // The reader also sees one append of the two: that it misses the other is an anti-dependency.
        assertThat(names(IsolationLevel.READ_UNCOMMITTED)).isEmpty();
        assertThat(names(IsolationLevel.READ_COMMITTED)).containsExactly("G1b");
    }

    @Test
    void shouldFindCircularInformationFlow() {
        done(List.of(append("x", 1), read("y")), List.of(1));
        done(List.of(append("y", 1), read("x")), List.of(1));
        isExactly(IsolationLevel.READ_COMMITTED, "G1c");
    }

    @Test
    void shouldFindReadSkew() {
        done(List.of(append("x", 1), append("y", 1)));
        done(List.of(read("x"), read("y")), List.of(), List.of(1));
        isExactly(IsolationLevel.CONSISTENT_VIEW, "G-single");
        assertThat(AppendConsistency.check(history, IsolationLevel.CONSISTENT_VIEW)
                        .anomalies()
                        .get(0)
                        .steps())
                .containsExactly(
                        "T1: read x → [], read y → [1]   —rw→ it reads x without the append of the next",
                        "T0: append x 1, append y 1   —wr→ it appends 1 to y, read by the next");
    }

    /** Both read the same list, and both append: one of them must have seen the other. */
    @Test
    void shouldFindALostUpdate() {
        done(List.of(append("x", 0)));
        done(List.of(read("x"), append("x", 1)), List.of(0));
        done(List.of(read("x"), append("x", 2)), List.of(0));
        done(List.of(read("x")), List.of(0, 1, 2));
        isExactly(IsolationLevel.CONSISTENT_VIEW, "G-single");
    }

    @Test
    void shouldFindALostUpdateThatNobodyReads() {
        done(List.of(append("x", 0)));
        done(List.of(read("x"), append("x", 1)), List.of(0));
        assertThat(names(IsolationLevel.SERIALIZABLE)).isEmpty();
        done(List.of(read("x"), append("x", 2)), List.of(0));
        isExactly(IsolationLevel.SERIALIZABLE, "G2");
    }

    @Test
    void shouldFindWriteSkew() {
        done(List.of(read("x"), append("y", 1)), List.of());
        done(List.of(read("y"), append("x", 1)), List.of());
        isExactly(IsolationLevel.SERIALIZABLE, "G2");
    }

    /** Two readers see two appends in different orders (a long fork). */
    @Test
    void shouldFindALongFork() {
        done(List.of(append("x", 1)));
        done(List.of(append("y", 1)));
        done(List.of(read("x"), read("y")), List.of(1), List.of());
        done(List.of(read("x"), read("y")), List.of(), List.of(1));
        isExactly(IsolationLevel.SERIALIZABLE, "G2");
    }

    @Test
    void shouldFindReadsThatDoNotAgree() {
        done(List.of(append("x", 1)));
        done(List.of(append("x", 2)));
        done(List.of(read("x")), List.of(1, 2));
        done(List.of(read("x")), List.of(2));
        isExactly(IsolationLevel.READ_UNCOMMITTED, "incompatible order");
    }

    @Test
    void shouldFindElementsThatAreThereTwiceOrFromNowhere() {
        done(List.of(append("x", 1)));
        done(List.of(read("x")), List.of(1, 1));
        isExactly(IsolationLevel.READ_UNCOMMITTED, "duplicate");
        done(List.of(read("y")), List.of(7));
        assertThat(names(IsolationLevel.READ_UNCOMMITTED)).containsExactly("duplicate", "strange element");
    }

    @Test
    void shouldFindATransactionThatDoesNotReadItsOwnAppend() {
        done(List.of(append("x", 1), read("x")), List.of());
        isExactly(IsolationLevel.CONSISTENT_VIEW, "internal");
    }

    @Test
    void shouldFindATransactionThatReadsWhatItAppendsLater() {
        done(List.of(read("x"), append("x", 1)), List.of(1));
        isExactly(IsolationLevel.CONSISTENT_VIEW, "internal");
    }

    @Test
    void shouldFindAReadThatIsNotRepeatable() {
        done(List.of(read("x"), read("x")), List.of(), List.of(1));
        done(List.of(append("x", 1)));
        isExactly(IsolationLevel.CONSISTENT_VIEW, "internal");
    }

    @Test
    void shouldTakeWhatWasReadAsCommitted() {
        begin(append("x", 1), append("y", 1)).info();
        begin(append("x", 9)).info(); // nobody has read it: it may never have happened
        done(List.of(read("x"), read("y")), List.of(1), List.of(1));
        assertThat(names(IsolationLevel.SERIALIZABLE)).isEmpty();
        done(List.of(read("x"), read("y")), List.of(1), List.of());
        assertThat(names(IsolationLevel.SERIALIZABLE)).containsExactly("G-single");
    }

    @Test
    void shouldNotDecideWhenElementsAreAppendedTwice() {
        done(List.of(append("x", 1)));
        done(List.of(append("x", 1L)));
        AnomalyReport report = AppendConsistency.check(history, IsolationLevel.READ_COMMITTED);
        assertThat(report.outcome()).isEqualTo(CheckOutcome.UNKNOWN);
        assertThat(report)
                .hasToString("it is not known whether the history is correct: property=read committed, "
                        + "elements appended to a list must differ: key=x, element=1");
    }

    @Test
    void shouldRefuseResultsThatDoNotFit() {
        begin(read("x"), append("x", 1)).ok(List.of(List.of()));
        assertThatThrownBy(() -> names(IsolationLevel.SERIALIZABLE))
                .hasMessage("a result must be a list with an entry per access: "
                        + "transaction=read x, append x 1, result=[[]]");
    }

    @Test
    void shouldFindALongCycleWithoutRecursion() {
        int length = 20_000;
        for (int i = 0; i < length; i++) {
            done(List.of(append("x" + i, 1), read("x" + (i + 1) % length)), List.of(1));
        }
        AnomalyReport report = AppendConsistency.check(history, IsolationLevel.READ_COMMITTED);
        assertThat(report.names()).containsExactly("G1c");
        assertThat(report.anomalies().get(0).steps()).hasSize(length);
    }

    @Test
    void shouldAgreeWithBruteForce() {
        compare(2_000);
    }

    @Test
    @Tag("soak")
    void shouldAgreeWithBruteForceOnManyMoreHistories() {
        compare(100_000);
    }

    private static void compare(int seeds) {
        int right = 0;
        for (int seed = 0; seed < seeds; seed++) {
            List<Operation<ListTransaction>> operations = SampleTransactions.small(new Random(seed));
            boolean serializable = isSerializable(operations);
            AnomalyReport report = AppendConsistency.check(operations, IsolationLevel.SERIALIZABLE);
            assertThat(report.outcome())
                    .as("seed=%s, %s, %s", seed, operations, report)
                    .isEqualTo(serializable ? CheckOutcome.OK : CheckOutcome.VIOLATED);
            right += serializable ? 1 : 0;
        }
        assertThat(right).isBetween(seeds / 10, seeds * 9 / 10);
    }

    @Test
    void shouldAcceptWhatASerialExecutionAnswers() {
        for (int seed = 0; seed < 20; seed++) {
            List<Operation<ListTransaction>> operations = SampleTransactions.serial(new Random(seed), 400, 5, 0.05);
            assertThat(AppendConsistency.check(operations, IsolationLevel.SERIALIZABLE)
                            .outcome())
                    .as("seed=%s", seed)
                    .isEqualTo(CheckOutcome.OK);
        }
    }

    /** Whether the transactions can run one by one, in some order, those of unknown outcome or not. */
    private static boolean isSerializable(List<Operation<ListTransaction>> operations) {
        List<Operation<ListTransaction>> rest = new ArrayList<>(operations);
        rest.removeIf(operation -> operation.end() == OperationEnd.FAIL);
        return isSerializable(rest, new HashMap<>());
    }

    private static boolean isSerializable(List<Operation<ListTransaction>> rest, Map<String, List<Object>> lists) {
        if (rest.stream().allMatch(operation -> operation.end() == OperationEnd.INFO)) {
            return true;
        }
        for (Operation<ListTransaction> next : rest) {
            Map<String, List<Object>> after = new HashMap<>();
            lists.forEach((key, list) -> after.put(key, new ArrayList<>(list)));
            List<@Nullable Object> results = SampleTransactions.run(next.call(), after);
            if (next.end() == OperationEnd.INFO || results.equals(next.result())) {
                List<Operation<ListTransaction>> others = new ArrayList<>(rest);
                others.remove(next);
                if (isSerializable(others, after)) {
                    return true;
                }
            }
        }
        return false;
    }
}
