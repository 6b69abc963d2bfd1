// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina;

import io.troupe.bench.savina.parallel.astar.AStarBenchmark;
import io.troupe.bench.savina.parallel.filterbank.FilterBankBenchmark;
import io.troupe.bench.savina.parallel.queens.QueensBenchmark;
import io.troupe.bench.savina.parallel.radix.RadixSortBenchmark;
import io.troupe.bench.savina.parallel.sieve.SieveBenchmark;
import io.troupe.bench.savina.parallel.tree.CobwebbedTreeBenchmark;
import io.troupe.bench.savina.support.BothSystems;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("soak")
class ParallelProgramsTest {
    /** 3 + 5 + 7 + … + 97. */
    private static final long ODD_PRIMES_BELOW_100 = 1_058;

    /** Of eight queens on a chess board. */
    private static final long ALL_SOLUTIONS = 92;

    private static final BothSystems SYSTEMS = new BothSystems();

    @AfterAll
    static void close() {
        SYSTEMS.close();
    }

    @Test
    void shouldSortNumbersBitByBit() {
        RadixSortBenchmark program = new RadixSortBenchmark();
        program.numbers = 50;
        program.bits = 9;
        SYSTEMS.run(program, program.expected());
    }

    @Test
    void shouldFilterLikeASequentialProgramToTheLastBit() {
        FilterBankBenchmark program = new FilterBankBenchmark();
        program.channels = 3;
        program.taps = 5;
        program.samples = 60;
        SYSTEMS.run(program, program.expected());
    }

    @Test
    void shouldFindAllPrimesWithManyFilters() {
        SieveBenchmark program = new SieveBenchmark();
        program.limit = 100;
        program.capacity = 4;
        SYSTEMS.run(program, ODD_PRIMES_BELOW_100);
    }

    @Test
    void shouldVisitEveryNodeOfTheTree() {
        CobwebbedTreeBenchmark program = new CobwebbedTreeBenchmark();
        program.trunk = 20;
        program.branches = 4;
        program.permille = 150;
        program.work = 2;
        SYSTEMS.run(program, program.expected());
    }

    @Test
    void shouldFindTheCheapestPathWithManyWorkers() {
        AStarBenchmark program = new AStarBenchmark();
        program.edge = 7;
        program.workers = 4;
        program.steps = 10;
        SYSTEMS.run(program, program.expected());
    }

    @Test
    void shouldFindAllSolutionsIfThereAreFewerThanTheLimit() {
        QueensBenchmark program = queens();
        program.limit = 1_000;
        SYSTEMS.run(program, ALL_SOLUTIONS);
    }

    @Test
    void shouldEndWithTheFirstSolutions() {
        QueensBenchmark program = queens();
        program.limit = 10;
        SYSTEMS.run(program, 10);
    }

    private static QueensBenchmark queens() {
        QueensBenchmark program = new QueensBenchmark();
        program.size = 8;
        program.threshold = 3;
        program.workers = 4;
        return program;
    }
}
