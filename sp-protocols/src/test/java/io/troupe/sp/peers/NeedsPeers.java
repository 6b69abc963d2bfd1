// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.peers;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Skips a class or method when a peer is missing, with the reason in the report; with {@code -Dsp.peers=required} it
 * runs and fails. Needed where a peer starts before the first test, for Maven does not report what is skipped there.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsPeers.Condition.class)
public @interface NeedsPeers {
    /** All that must be installed. */
    Peer[] value();

    /** What JUnit asks. */
    final class Condition implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            NeedsPeers needs = AnnotationSupport.findAnnotation(context.getElement(), NeedsPeers.class)
                    .orElse(null);
            if (needs != null && !Peer.required()) {
                for (Peer peer : needs.value()) {
                    if (!peer.present()) {
                        return ConditionEvaluationResult.disabled(peer.missing());
                    }
                }
            }
            return ConditionEvaluationResult.enabled("no peer is missing, or none may be");
        }
    }
}
