// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.activation.RowListener;
import io.troupe.cluster.delivery.EffectCourier;
import io.troupe.cluster.delivery.ReminderCourier;

/**
 * Tells the couriers.
 *
 * @param effects of updates
 * @param reminders of actors
 */
record NewRows(EffectCourier effects, ReminderCourier reminders) implements RowListener {
    @Override
    public void effectsStored() {
        effects.wake();
    }

    @Override
    public void reminderStored(long at) {
        reminders.wakeAt(at);
    }
}
