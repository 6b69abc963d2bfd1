// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.barber;

import io.troupe.bench.harness.Completion;
import io.troupe.core.actor.Actor;
import java.util.List;

/** Sends customers to the barber until everybody had a haircut. */
class Factory extends Actor<Factory> {
    private final Shop shop;
    private final Completion completion;
    private List<Customer> customers = List.of();
    private int served;
    private long sum;

    Factory(Shop shop, Completion completion) {
        this.shop = shop;
        this.completion = completion;
    }

    public void employ(List<Customer> all) {
        customers = all;
    }

    public void begin() {
        served = 0;
        sum = 0;
        for (int i = 0; i < shop.customers(); i++) {
            sum += shop.produce(i);
            customers.get(i).go();
        }
    }

    public void returned(Customer customer) {
        customer.go();
    }

    public void served(long haircut) {
        sum += haircut;
        if (++served == shop.customers()) {
            completion.complete(sum);
        }
    }
}
