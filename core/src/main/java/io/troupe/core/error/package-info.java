// SPDX-License-Identifier: Apache-2.0
/**
 * The errors of actors and calls.
 *
 * <pre>
 *   ActorException → ActorStopped · MailboxFull · CallTimeout · CallCancelled · CallFailed
 *                    CombinedFailure · WaitRefused · SpawnRefused · BackPressured
 *                    LinkLost · LinkRefused · CallRefused · RemoteFailed (of other processes)
 * </pre>
 *
 * May import: nothing of this module.
 */
package io.troupe.core.error;
