// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.actor;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Lets the actors of a class go on when their member has no lease, by the last view that it has. For a {@link VirtualActor} that
 * would rather answer than be one: while a member is cut off from the database but not dead, there may be two actors of a key,
 * one there and one at the member that has taken over. Its actors end when the member learns that it is dead.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface BestEffort {}
