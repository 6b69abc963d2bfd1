// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.store;

/**
 * What has become of an attempt.
 *
 * @param effect with the number of attempts, and when the next one is
 * @param done whether it was answered: it is deleted, and its receiver need not remember it any more
 */
public record EffectChange(StoredEffect effect, boolean done) {}
