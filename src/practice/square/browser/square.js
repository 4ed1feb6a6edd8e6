// Replaces the part of Square's Web Payments SDK that this site uses. No money moves.
{
  const attached = new Set();

  class Card {
    #frame;
    #ready;

    async attach(place) {
      const element = typeof place === 'string' ? document.querySelector(place) : place;
      if (!element) throw new Error(`Element ${place} was not found`);
      const frame = document.createElement('iframe');
      frame.title = 'Practice card form';
      frame.src = '/practice/square/card';
      Object.assign(frame.style, { display: 'block', width: '100%', height: '16rem', border: '0' });
      this.#ready = new Promise((resolve) => {
        this.hear = ({ source, origin, data }) => {
          if (source !== frame.contentWindow || origin !== location.origin) return;
          if (data?.ready) resolve();
          if (data?.height) frame.style.height = `${data.height}px`;
        };
      });
      addEventListener('message', this.hear);
      this.#frame = frame;
      attached.add(this);
      element.append(frame);
      await this.#ready;
    }

    ask(question) {
      if (!this.#frame) return Promise.reject(new Error('The card form is not attached'));
      const { port1, port2 } = new MessageChannel();
      return new Promise((resolve) => {
        port1.onmessage = ({ data }) => resolve(data);
        this.#frame.contentWindow.postMessage(question, location.origin, [port2]);
      });
    }

    tokenize(verification) {
      return this.ask({ ask: 'tokenize', verification: Boolean(verification) });
    }

    async destroy() {
      removeEventListener('message', this.hear);
      attached.delete(this);
      this.#frame?.remove();
      this.#frame = undefined;
      return true;
    }
  }

  window.Square = {
    payments(applicationId, locationId) {
      if (!applicationId || !locationId) throw new Error('An application and a location are needed');
      return {
        card: async () => new Card(),
        /** A deprecated call of Square's script, from the time before `tokenize` verified the buyer. */
        async verifyBuyer(_token, _details) {
          const [card] = attached;
          const { isVerified } = card ? await card.ask({ ask: 'verify' }) : { isVerified: true };
          if (isVerified) return { token: `verf:practice-${Date.now()}`, userChallenged: false };
          throw Object.assign(new Error('The buyer could not be verified'), {
            type: 'VERIFICATION_ERROR',
            code: 'CHALLENGE_FAILED',
          });
        },
      };
    },
  };
}
