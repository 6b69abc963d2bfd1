// SPDX-License-Identifier: Apache-2.0
/**
 * The exceptions of actors and calls, one class per case that a caller may want to tell apart.
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
