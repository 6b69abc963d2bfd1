// SPDX-License-Identifier: Apache-2.0
/**
 * Typed references by generated code: what makes a public method call a message.
 *
 * <pre>
 *   ReferenceType.of(type) → MethodTable → ActorRules → MessageWriter, ReferenceWriter, FactoryWriter → ClassDefiner
 *   at run time: generated reference → generated message → Outlet
 *                              └→ ReferenceSupport (arguments, equality)
 * </pre>
 *
 * May import: io.troupe.core.actor, call, message, continuation, promise, error. ASM is
 * imported nowhere else.
 */
package io.troupe.core.reference;
