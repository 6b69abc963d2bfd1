// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina;

import io.troupe.bench.savina.concurrency.bank.BankBenchmark;
import io.troupe.bench.savina.concurrency.barber.BarberBenchmark;
import io.troupe.bench.savina.concurrency.logistic.LogisticMapBenchmark;
import io.troupe.bench.savina.concurrency.smokers.SmokersBenchmark;
import io.troupe.bench.savina.support.BothSystems;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("soak")
class WaitingProgramsTest {
    private static final BothSystems SYSTEMS = new BothSystems();

    @AfterAll
    static void close() {
        SYSTEMS.close();
    }

    @Test
    void shouldGiveEveryCustomerOneHaircutThoughChairsAreFew() {
        BarberBenchmark program = new BarberBenchmark();
        program.customers = 40;
        program.chairs = 3;
        program.work = 2;
        SYSTEMS.run(program, program.expected());
    }

    @Test
    void shouldHaveEverySmokerSmokeWhenPicked() {
        SmokersBenchmark program = new SmokersBenchmark();
        program.smokers = 7;
        program.rounds = 60;
        program.work = 2;
        SYSTEMS.run(program, program.expected());
    }

    @Test
    void shouldComputeEveryTermOfEverySeries() {
        LogisticMapBenchmark program = new LogisticMapBenchmark();
        program.series = 3;
        program.terms = 200;
        SYSTEMS.run(program, program.expected());
    }

    @Test
    void shouldMoveAllMoneyToItsAccounts() {
        BankBenchmark program = new BankBenchmark();
        program.accounts = 10;
        program.transfers = 500;
        SYSTEMS.run(program, program.expected());
    }
}
