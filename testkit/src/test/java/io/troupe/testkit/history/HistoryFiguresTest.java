// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Prints how long checks take; asserts only that they are right. */
@Tag("soak")
class HistoryFiguresTest {
    private static <R> R timed(String what, Supplier<R> check) {
        R warm = check.get(); // the second run is measured
        assertThat(warm).isNotNull();
        long start = System.nanoTime();
        R result = check.get();
        System.out.printf("%s: %.1f ms%n", what, (System.nanoTime() - start) / 1e6);
        return result;
    }

    @Test
    void shouldCheckAThousandOperationsOnTenKeys() {
        for (int clients : new int[] {5, 20, 50}) {
            for (double unknown : new double[] {0, 0.1}) {
                SampleHistories.Family family = SampleHistories.registers(10);
                List<Operation<Op>> operations = SampleHistories.real(
                                family, new Random(clients), clients, 1000, unknown)
                        .operations();
                String what = "1000 operations, 10 registers, " + clients + " clients, " + unknown + " unknown";
                OrderReport<Op> right = timed(
                        what + ", linearizable",
                        () -> Linearizability.check(operations, family.model(), SearchLimits.standard()));
                assertThat(right.outcome()).isEqualTo(CheckOutcome.OK);
                List<Operation<Op>> broken = withStaleRead(operations);
                OrderReport<Op> wrong = timed(
                        what + ", one impossible read",
                        () -> Linearizability.check(broken, family.model(), SearchLimits.standard()));
                assertThat(wrong.outcome()).isEqualTo(CheckOutcome.VIOLATED);
            }
        }
    }

    @Test
    void shouldCheckQueuesWithAThousandOperations() {
        for (int clients : new int[] {5, 10, 20, 50}) {
            for (double unknown : new double[] {0, 0.05}) {
                int searched = 0;
                int decided = 0;
                long nanos = 0;
                for (int seed = 0; seed < 5; seed++) {
                    List<Operation<Op>> operations = SampleHistories.real(
                                    SampleHistories.distinctQueues(), new Random(seed), clients, 1000, unknown)
                            .operations()
                            .stream()
                            .filter(o -> o.end() != OperationEnd.FAIL)
                            .toList();
                    int count = operations.size();
                    SearchLimits limits = SearchLimits.standard().withTime(Duration.ofSeconds(2));
                    SearchBudget budget = new SearchBudget(limits);
                    budget.beginPart(1);
                    CheckOutcome search = new OrderSearch<>(
                                    Linearizability.<Op>typed(Model.queues()),
                                    operations,
                                    new int[count],
                                    new int[count],
                                    budget)
                            .run();
                    searched += search == CheckOutcome.OK ? 1 : 0;
                    long begin = System.nanoTime();
                    CheckOutcome outcome = Linearizability.check(operations, Model.queues(), limits)
                            .outcome();
                    nanos += System.nanoTime() - begin;
                    decided += outcome == CheckOutcome.OK ? 1 : 0;
                    assertThat(outcome).isNotEqualTo(CheckOutcome.VIOLATED);
                }
                System.out.printf(
                        "1000 operations on a queue, %d clients, %.2f unknown: search decides %d of 5 within 2 s,"
                                + " rules %d of 5 in %.1f ms each%n",
                        clients, unknown, searched, decided, nanos / 5e6);
            }
        }
    }

    /** The last read gets a value that nobody writes. */
    private static List<Operation<Op>> withStaleRead(List<Operation<Op>> operations) {
        Operation<Op> last = operations.stream()
                .filter(o -> o.call().action().equals("read") && o.end() == OperationEnd.OK)
                .reduce((first, second) -> second)
                .orElseThrow();
        return operations.stream()
                .map(o -> o.number() != last.number()
                        ? o
                        : new Operation<>(
                                o.number(),
                                o.client(),
                                o.call(),
                                o.end(),
                                99,
                                o.invoked(),
                                o.completed(),
                                o.startTime(),
                                o.endTime()))
                .toList();
    }

    @Test
    void shouldCheckTenThousandTransactions() {
        for (double stale : new double[] {0, 0.01, 0.1, 1}) {
            List<Operation<ListTransaction>> operations = SampleTransactions.history(
                            new Random(7), 10_000, 10, 0.02, stale)
                    .operations();
            long appends = operations.stream()
                    .flatMap(operation -> operation.call().accesses().stream())
                    .filter(access -> !access.isRead())
                    .count();
            AnomalyReport report = timed(
                    "10000 transactions, " + appends + " appends, " + stale + " with old reads",
                    () -> AppendConsistency.check(operations, IsolationLevel.SERIALIZABLE));
            System.out.println("  " + report.outcome() + " " + report.names());
            assertThat(report.outcome()).isEqualTo(stale == 0 ? CheckOutcome.OK : CheckOutcome.VIOLATED);
        }
    }

    /** Write skew only: no anti-dependency closes a cycle alone, and all of them are in one component. */
    @Test
    void shouldCheckTenThousandAntiDependenciesInOneCircle() {
        History<ListTransaction> history = new History<>();
        int length = 10_000;
        for (int i = 0; i < length; i++) {
            history.of("c")
                    .invoke(ListTransaction.of(
                            ListTransaction.read("x" + i), ListTransaction.append("x" + (i + 1) % length, 1)))
                    .ok(java.util.Arrays.asList(List.of(), null));
        }
        AnomalyReport report = timed(
                "10000 anti-dependencies in one circle",
                () -> AppendConsistency.check(history, IsolationLevel.SERIALIZABLE));
        assertThat(report.names()).containsExactly("G2");
    }

    @Test
    void shouldCheckTenThousandOperationsOfSessions() {
        int[] values = {0};
        Object[] value = {0};
        List<Operation<Op>> operations = SampleHistories.run(
                        new Random(1),
                        20,
                        10_000,
                        0.02,
                        random -> random.nextBoolean() ? Op.write("x", ++values[0]) : Op.read("x"),
                        op -> {
                            if (op.action().equals("write")) {
                                value[0] = op.argument(0);
                            }
                            return value[0];
                        },
                        1)
                .operations();
        AnomalyReport report = timed(
                "10000 operations, 1 register, 20 clients, all guarantees",
                () -> SessionConsistency.check(operations, 0, WriteOrder.REAL_TIME, SessionGuarantee.values()));
        assertThat(report.outcome()).isEqualTo(CheckOutcome.OK);
    }
}
