// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.store;

/**
 * What has become of an attempt.
 *
 * @param effect with the number of attempts, and when the next one is
 * @param done whether it was answered: it is deleted
 * @param keptUntil until when its receiver still remembers it then, in milliseconds of the epoch: another process may have
 *     called it, too; 0: nobody has
 */
public record EffectChange(StoredEffect effect, boolean done, long keptUntil) {
    /** Of the one process that calls it. */
    public EffectChange(StoredEffect effect, boolean done) {
        this(effect, done, 0);
    }
}
