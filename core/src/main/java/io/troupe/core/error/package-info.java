// SPDX-License-Identifier: Apache-2.0
/**
 * The errors of actors and calls.
 *
 * <pre>
 *   ActorException → ActorStoppedException · MailboxFullException · CallTimeoutException · CallCancelledException · CallFailedException
 *                    CombinedException · WaitRefusedException · SpawnRefusedException · BackpressureException
 *                    LinkLostException · LinkRefusedException · CallRefusedException · RemoteFailedException (of other processes)
 * </pre>
 *
 * May import: nothing of this module.
 */
package io.troupe.core.error;
