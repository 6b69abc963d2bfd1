// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.barber;

import io.troupe.bench.savina.support.Seeds;

/**
 * The size of it.
 *
 * @param customers haircuts of a run
 * @param chairs in the waiting room
 * @param production average units of work before a customer is sent
 * @param cut average units of work of a haircut
 */
record Shop(int customers, int chairs, int production, int cut) {
    /** What the factory does before it sends a customer. */
    long produce(int customer) {
        return Seeds.work(-1L - customer, production);
    }

    /** What the barber does with a customer. */
    long haircut(int customer) {
        return Seeds.work(customer, cut);
    }

    /** What all the work of a run adds up to, in whatever order it is done. */
    long expected() {
        long sum = 0;
        for (int customer = 0; customer < customers; customer++) {
            sum += produce(customer) + haircut(customer);
        }
        return sum;
    }
}
