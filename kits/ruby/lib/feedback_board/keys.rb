# frozen_string_literal: true

require 'openssl'

module FeedbackBoard
  # +private_key_pem+ is PKCS#8: keep it where only your backend reads it. Everything in +public_jwk+ may be public; its
  # "kid" is the +key_id+ of the tokens that the private key signs.
  class KeyPair
    attr_reader :private_key_pem, :public_jwk

    def initialize(private_key_pem, public_jwk)
      @private_key_pem = private_key_pem
      @public_jwk = public_jwk
    end

    # Without the private key; pp and irb use it too, as they would not for a Struct.
    def inspect
      "#<#{self.class} #{public_jwk['kid']}>"
    end
  end

  # A new signing key. Register its public half with the service, and keep the private one to yourself.
  def self.generate_key_pair
    key = OpenSSL::PKey::EC.generate('prime256v1')
    x, y = key.public_key.to_octet_string(:uncompressed).unpack('xa32a32').map { |part| Keys.base64url(part) }
    # RFC 7638: the required members alone, in alphabetical order.
    kid = Keys.base64url(OpenSSL::Digest.digest('SHA256', %({"crv":"P-256","kty":"EC","x":"#{x}","y":"#{y}"})))
    jwk = { 'kty' => 'EC', 'crv' => 'P-256', 'x' => x, 'y' => y, 'kid' => kid, 'alg' => 'ES256', 'use' => 'sig' }
    KeyPair.new(key.private_to_pem, jwk)
  end

  module Keys # :nodoc:
    PKCS8_PEM = /-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----/
    # DER of the object identifiers id-ecPublicKey and prime256v1, as they follow each other in a PKCS#8 key.
    P256_OIDS = ['06072a8648ce3d020106082a8648ce3d030107'].pack('H*')
    MAKE_ONE = 'Make one with: openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out sign-in-key.pem'
    CONVERT = 'openssl pkcs8 -topk8 -nocrypt -in key.pem -out sign-in-key.pem'

    module_function

    # Without padding, as JWS asks.
    def base64url(bytes)
      [bytes].pack('m0').tr('+/', '-_').delete('=')
    end

    def read(pem)
      refuse('private_key must be the text of a PKCS#8 PEM.') unless pem.is_a?(String)
      # An environment variable often holds each line break as two characters.
      base64 = pem.gsub(/\\r|\\n/, "\n")[PKCS8_PEM, 1] or refuse(what_it_is(pem))
      der = decode(base64)
      refuse("private_key is not an ECDSA P-256 key. #{MAKE_ONE}") unless der.include?(P256_OIDS)
      OpenSSL::PKey.read(der, '') # with a password, so that it asks nobody for one
    rescue OpenSSL::PKey::PKeyError
      refuse("private_key is damaged: it cannot be read as an ECDSA P-256 key. #{MAKE_ONE}")
    end

    # r‖s in 64 bytes, as JWS asks; OpenSSL signs in DER.
    def sign(key, text)
      OpenSSL::ASN1.decode(key.sign('SHA256', text)).value.map { |part| part.value.to_s(2).rjust(32, "\0") }.join
    end

    def decode(base64)
      base64.delete(" \t\r\n").unpack1('m0')
    rescue ArgumentError
      refuse('private_key is damaged: between its BEGIN and END lines it is not base64.')
    end

    def what_it_is(text)
      case text
      when /BEGIN EC PRIVATE KEY/
        %(private_key is in the SEC 1 format ("BEGIN EC PRIVATE KEY"); it must be PKCS#8. Convert it with: #{CONVERT})
      when /BEGIN ENCRYPTED PRIVATE KEY/ then "private_key is encrypted. Decrypt it with: #{CONVERT}"
      when /BEGIN RSA PRIVATE KEY/ then "private_key is an RSA key; it must be ECDSA P-256. #{MAKE_ONE}"
      when /BEGIN PUBLIC KEY/ then 'private_key is a public key; the private one signs.'
      else
        'private_key must be the text of a PKCS#8 PEM ("-----BEGIN PRIVATE KEY-----" to "-----END PRIVATE KEY-----"), ' \
          'not the path of a file.'
      end
    end

    def refuse(message)
      raise SigningError.new('private_key_invalid', message), cause: nil
    end
  end
  private_constant :Keys
end
